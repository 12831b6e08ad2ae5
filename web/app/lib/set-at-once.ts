import { promisifyRequest, type UseStore } from 'idb-keyval'

/**
 * Writes a value into IndexedDB like `set` of idb-keyval, even while the page is being left: the browser aborts
 * transactions that are open by then. Rejects without a database or without space.
 */
export function setAtOnce(key: string, value: unknown, store: UseStore): Promise<void> {
  return store('readwrite', (objects) => {
    objects.put(value, key)
    objects.transaction.commit()
    return promisifyRequest(objects.transaction)
  })
}

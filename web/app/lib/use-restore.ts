import { useSubmit } from 'react-router'

/**
 * Returns a function that undoes a deletion. It works after the deleted entry has left the page. It waits until the
 * deletion has been answered: the server does not keep the order of two requests that are under way at once.
 */
export function useRestore(intent: 'restore-comment' | 'restore-review') {
  const submit = useSubmit()
  return async (id: string, deletion: Promise<void>) => {
    await deletion
    await submit({ intent, id }, { method: 'post', navigate: false })
  }
}

import { useLocation } from 'react-router'
import { sendUndo } from './send-undo.ts'

/**
 * Returns a function that undoes a deletion, even after the deleted entry has left the page. It waits for the
 * response to the deletion, because the server does not keep the order of concurrent requests.
 */
export function useRestore(intent: 'restore-comment' | 'restore-review') {
  const { pathname, search } = useLocation()
  return async (id: string, deletion: Promise<void>) => {
    await deletion
    await sendUndo(pathname + search, { intent, id })
  }
}

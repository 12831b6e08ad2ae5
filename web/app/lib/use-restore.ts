import { useSubmit } from 'react-router'

/** Returns a function that undoes a deletion. It works after the deleted entry has left the page. */
export function useRestore(intent: 'restore-comment' | 'restore-review') {
  const submit = useSubmit()
  return (id: string) => void submit({ intent, id }, { method: 'post', navigate: false })
}

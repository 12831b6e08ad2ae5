import { useFetcher } from 'react-router'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { useRestore } from '#app/platform/undo/use-restore.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'

/** Deletes a review, which disappears at once. The toast offers to undo this. */
export function useReviewDeletion(id: string) {
  const fetcher = useFetcher<IntentResponse>()
  const showEarly = useEarlyToast(fetcher.data)
  const restore = useRestore('restore-review')
  const send = () => {
    const deletion = fetcher.submit({ intent: 'delete-review', id }, { method: 'post' })
    showEarly('Review deleted', { label: 'Undo', onPress: () => void restore(id, deletion) })
  }
  return { send, isGone: fetcher.state !== 'idle' && !fetcher.data?.rejection }
}

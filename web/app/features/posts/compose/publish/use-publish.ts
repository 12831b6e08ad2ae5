import { type FormEvent, useState } from 'react'
import { href } from 'react-router'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { StoryEditorPage } from '../draft/story-fields.ts'
import type { OpenDraft } from '../draft/use-story-draft.ts'

/**
 * Publishes the story and opens its page. `problem` says why it was not published, and is empty otherwise. Calls `onNewer`
 * if another device has saved a newer version, because the writer then has to choose one in the editor.
 */
export function usePublish(draft: OpenDraft, onNewer: () => void) {
  const { fields } = draft
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const navigateTo = useNavigateTo()
  const missing = findProblem(fields.title, fields.body)
  const publish = async (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    setFailure('')
    if (missing || isSending) return
    setIsSending(true)
    try {
      const story = await draft.sync.publish()
      showToast(describePublished(story.status, fields.visibility))
      await navigateTo(href('/post/:slug', { slug: story.slug }))
    } catch (error) {
      setIsSending(false)
      if (draft.sync.getView().state.kind === 'newer') return onNewer()
      setFailure(
        describeDataError(error) ??
          'Not published: the server could not be reached. Your text is saved on this device.',
      )
    }
  }
  // The message about missing input disappears once it is corrected.
  return { publish, isSending, problem: (isSubmitted && missing) || failure }
}

function findProblem(title: string, body: string): string {
  if (title.trim() === '') return 'Give the story a title first.'
  if (body.length > CONTENT_LIMITS['posts.body'])
    return `Shorten the text first. A story has at most ${formatNumber(CONTENT_LIMITS['posts.body'])} characters.`
  return body.trim() === '' ? 'Write something first. The story is still empty.' : ''
}

function describePublished(status: StoryEditorPage['status'], visibility: string): string {
  if (status === 'pending') return 'Sent. It will be published after a review.'
  return visibility === 'private' ? 'Saved. Only you can see it.' : 'Published.'
}

import X from 'lucide-react/icons/x'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { formatCount, formatNumber, pickPlural } from '#app/lib/format/numbers.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { CoverChoice } from '../cover/cover-choice.tsx'
import type { StoryEditorPage } from '../draft/story-fields.ts'
import type { useStoryDraft } from '../draft/use-story-draft.ts'
import type { StoredStoryPhoto } from '../story-photos.ts'
import { DeleteStory } from './delete-story.tsx'
import { isShownToReaders } from './hidden-spots.ts'
import { listCities, PublishFields } from './publish-fields.tsx'

/**
 * The fields besides the text, and the buttons. With JavaScript the panel opens over the map, on phones from below;
 * without, it follows the text.
 */
export function PublishPanel({
  memberId,
  isOpen,
  isBusy,
  draft,
  page,
  spots,
  photos,
  missingPhotos,
  nextStatus,
  errors,
  onPhoto,
  onPreview,
  onClose,
}: {
  memberId: string
  isOpen: boolean
  isBusy: boolean
  draft: ReturnType<typeof useStoryDraft>
  page: StoryEditorPage | null
  spots: readonly SpotSummary[]
  photos: readonly StoredStoryPhoto[]
  missingPhotos: number
  nextStatus: StoryEditorPage['status']
  errors: Record<string, string>
  onPhoto: (photo: StoredStoryPhoto) => void
  onPreview: () => void
  onClose: () => void
}) {
  const { fields, change } = draft
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const navigateTo = useNavigateTo()
  useEffect(() => {
    if (isOpen) heading.current?.focus()
  }, [isOpen])
  const storyId = draft.findId() ?? page?.id ?? null
  const hidden = spots.filter((spot) => !isShownToReaders(spot, fields.visibility)).length
  const missing = findProblem(fields.title, fields.body)
  // The message disappears once the input is corrected.
  const shownProblem = (isSubmitted && missing) || problem
  const publish = async (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    setProblem('')
    if (missing || isSending) return
    setIsSending(true)
    try {
      const story = await draft.publish()
      showToast(describePublished(story.status, fields.visibility))
      await navigateTo(href('/post/:slug', { slug: story.slug }))
    } catch (error) {
      setProblem(
        describeDataError(error) ??
          'Not published: the server could not be reached. Your text is saved on this device.',
      )
      setIsSending(false)
    }
  }
  return (
    <section
      className={classNames('publish-panel double-frame', isOpen && 'is-open')}
      aria-labelledby="publish-title"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="publish-head">
        <h2 className="title text-h2" id="publish-title" tabIndex={-1} ref={heading}>
          Publish
        </h2>
        <Button className="needs-script ms-auto" variant="quiet" onClick={onPreview}>
          Preview
        </Button>
        <IconButton className="needs-script" label="Close" icon={<X />} onClick={onClose} />
      </header>
      <CoverChoice
        memberId={memberId}
        cover={fields.cover}
        photos={photos}
        storyId={storyId}
        onChange={(cover) => change({ cover })}
        onPhoto={onPhoto}
      />
      <PublishFields fields={fields} errors={errors} cities={listCities(spots, page?.city ?? null)} onChange={change} />
      {hidden > 0 && (
        <Notice>
          {pickPlural(hidden, 'One of your spots is not public.', `${hidden} of your spots are not public.`)} Readers
          see “a place the author keeps to themselves”.{' '}
          <button type="button" className="link needs-script" onClick={onPreview}>
            Show me
          </button>
        </Notice>
      )}
      {missingPhotos > 0 && (
        <Notice kind="warn">
          {formatCount(missingPhotos, 'photo')} {pickPlural(missingPhotos, 'is', 'are')} missing
        </Notice>
      )}
      {shownProblem && (
        <p className="field-error" role="alert">
          {shownProblem}
        </p>
      )}
      <footer className="publish-foot">
        <p className="text-small text-ink-2">
          {nextStatus === 'pending' && fields.visibility !== 'private'
            ? 'A moderator looks first, usually within a day.'
            : 'Goes online at once'}
        </p>
        <Button className="needs-script" onClick={onClose}>
          Keep as draft
        </Button>
        <Button className="without-script" type="submit" name="intent" value="save">
          Save draft
        </Button>
        <Button
          type="submit"
          variant="primary"
          name="intent"
          value="publish"
          busy={isSending || isBusy}
          busyLabel="Publishing"
          onClick={(event) => void publish(event)}
        >
          Publish story
        </Button>
      </footer>
      {storyId && page?.status !== 'removed' && (
        <DeleteStory id={storyId} title={fields.title} onDeleted={() => void draft.forget()} />
      )}
    </section>
  )
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

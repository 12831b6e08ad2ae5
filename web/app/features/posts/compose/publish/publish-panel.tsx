import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { formatCount, pickPlural } from '#app/lib/format/numbers.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { CoverChoice } from '../cover/cover-choice.tsx'
import type { StoryEditorPage, StoryFields } from '../draft/story-fields.ts'
import type { OpenDraft } from '../draft/use-story-draft.ts'
import type { StoredStoryPhoto } from '../story-photos.ts'
import { DeleteStory } from './delete-story.tsx'
import { isShownToReaders } from './hidden-spots.ts'
import { listCities, PublishFields } from './publish-fields.tsx'
import { usePublish } from './use-publish.ts'

const NEW_WORDS = { outcome: 'Goes online at once', close: 'Keep as draft', publish: 'Publish story' }
/** The words for a story that is already online. Its changes are saved beside it until they are published. */
const CHANGE_WORDS = { outcome: 'Changes go online at once', close: 'Keep editing', publish: 'Publish changes' }

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
  draft: OpenDraft
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
  const { fields, sync } = draft
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpen) heading.current?.focus()
  }, [isOpen])
  const storyId = draft.sync.id ?? page?.id ?? null
  const { publish, isSending, problem } = usePublish(draft, onClose)
  const words = page === null || page.status === 'draft' ? NEW_WORDS : CHANGE_WORDS
  return (
    <section
      className={classNames('publish-panel double-frame', isOpen && 'is-open')}
      aria-labelledby="publish-title"
      // Not for a dialog in front of the panel, whose events arrive here too.
      onKeyDown={({ key, currentTarget, target }) =>
        key === 'Escape' && target instanceof Node && currentTarget.contains(target) && onClose()
      }
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
        onChange={(cover) => sync.change({ cover })}
        onPhoto={onPhoto}
      />
      <PublishFields
        fields={fields}
        errors={errors}
        cities={listCities(spots, page?.city ?? null)}
        onChange={sync.change}
      />
      <PublishNotices
        spots={spots}
        visibility={fields.visibility}
        missingPhotos={missingPhotos}
        problem={problem}
        onPreview={onPreview}
      />
      <footer className="publish-foot">
        <p className="text-small text-ink-2">{describeOutcome(nextStatus, fields.visibility) ?? words.outcome}</p>
        <Button className="needs-script" onClick={onClose}>
          {words.close}
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
          {words.publish}
        </Button>
      </footer>
      {storyId && page?.status !== 'removed' && (page === null || page.author_id === memberId) && (
        <DeleteStory
          id={storyId}
          title={fields.title}
          onDelete={() => void sync.discard()}
          onFailure={() => void sync.resume()}
        />
      )}
    </section>
  )
}

function describeOutcome(status: StoryEditorPage['status'], visibility: StoryFields['visibility']): string | undefined {
  if (visibility === 'private') return 'Only you will see it'
  return status === 'pending' ? 'A moderator reviews it first, usually within a day.' : undefined
}

/** Messages above the buttons: spots that readers cannot see, missing photos, and why the story was not published. */
function PublishNotices({
  spots,
  visibility,
  missingPhotos,
  problem,
  onPreview,
}: {
  spots: readonly SpotSummary[]
  visibility: StoryFields['visibility']
  missingPhotos: number
  problem: string
  onPreview: () => void
}) {
  const hidden = spots.filter((spot) => !isShownToReaders(spot, visibility)).length
  return (
    <>
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
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

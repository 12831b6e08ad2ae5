import type { MouseEvent } from 'react'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import { composeStory } from '../reading/compose-story.ts'
import { StoryText } from '../reading/story-text.tsx'
import type { StoryFields } from './draft/story-fields.ts'
import { isShownToReaders } from './publish/hidden-spots.ts'
import type { StoredStoryPhoto } from './story-photos.ts'
import '../reading/story-text.css'

/**
 * A preview of the story as readers will see it, over the editor. Its links are inactive, so that the editor stays
 * open.
 */
export function StoryPreview({
  fields,
  spots,
  photos,
  onClose,
}: {
  fields: StoryFields
  /** In the order of the text. */
  spots: readonly SpotSummary[]
  photos: readonly StoredStoryPhoto[]
  onClose: () => void
}) {
  const shown = spots.filter((spot) => isShownToReaders(spot, fields.visibility))
  const story = composeStory(fields.body, shown, photos)
  const cover = photos.find(({ id }) => id === fields.cover)
  return (
    <Dialog open onClose={onClose} title="Preview" actions={<Button onClick={onClose}>Back to the text</Button>}>
      <div className="story-preview" onClickCapture={stopLink}>
        <h1 className="story-title" dir="auto">
          {fields.title.trim() || 'Untitled story'}
        </h1>
        {fields.summary.trim() && (
          <p className="story-summary" dir="auto">
            {fields.summary}
          </p>
        )}
        {cover && (
          <div className="story-cover">
            <PhotoImage photo={{ ...cover, alt_text: '' }} sizes="(width < 67.5rem) 100vw, 46rem" isFirst />
          </div>
        )}
        {story.parts.length > 0 ? (
          <StoryText story={story} current={0} isAuthor={false} />
        ) : (
          <p className="text-ink-2 mt-6">The story is still empty.</p>
        )}
      </div>
    </Dialog>
  )
}

function stopLink(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('a')) return
  event.preventDefault()
  event.stopPropagation()
}

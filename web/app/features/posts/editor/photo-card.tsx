import { listPhotoWidths, photoUrl } from '#app/features/media/photo-sizes.ts'
import type { UploadProgress } from '#app/features/media/upload/use-photo-uploads.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'
import type { CardView } from './card-views.ts'
import { CardActions } from './spot-card.tsx'

/** A photo in the text, with its alt text and caption. */
export function PhotoCard({
  view,
  photo,
  fileUrl,
  progress,
  onRetry,
}: {
  view: CardView
  photo: StoredStoryPhoto | undefined
  /** The chosen file, until it is stored. */
  fileUrl: string | undefined
  progress: UploadProgress | undefined
  onRetry: () => void
}) {
  const source = fileUrl ?? (photo && photoUrl(photo.id, listPhotoWidths(photo.width).at(-1) ?? photo.width, 'webp'))
  return (
    <figure className="compose-photo" data-selected={view.isSelected || undefined}>
      {source ? (
        <img src={source} alt={String(view.attrs.alt)} />
      ) : (
        <p className="text-ink-2">
          This photo is missing. It was removed, or it is still on the device where you chose it.
        </p>
      )}
      {progress?.state === 'sending' && (
        <progress aria-label="Uploading the photo" max={100} value={Math.round(progress.percent)} />
      )}
      {progress?.state === 'failed' && (
        <p className="field-error" role="alert">
          {progress.message}{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      <div className="compose-photo-fields">
        <TextField
          label="What is in the photo? For people who cannot see it"
          value={String(view.attrs.alt)}
          maxLength={CONTENT_LIMITS['photos.alt_text']}
          onChange={(event) => view.change({ alt: event.currentTarget.value })}
        />
        <TextField
          label="Caption"
          value={String(view.attrs.caption)}
          maxLength={300}
          onChange={(event) => view.change({ caption: event.currentTarget.value })}
        />
      </div>
      <CardActions view={view} name="the photo" />
    </figure>
  )
}

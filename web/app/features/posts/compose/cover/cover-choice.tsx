import ImagePlus from 'lucide-react/icons/image-plus'
import type { ReactNode } from 'react'
import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { listPhotoWidths, photoUrl } from '#app/features/media/photo-sizes.ts'
import type { StoredStoryPhoto } from '../story-photos.ts'
import { toLocalCover } from './local-cover.ts'
import { useCoverFile } from './use-cover-file.ts'

/** The cover of a story: one of its photos, the drawn cover, or a photo that only the cover shows. */
export function CoverChoice({
  memberId,
  cover,
  photos,
  storyId,
  onChange,
  onPhoto,
}: {
  memberId: string
  cover: string
  photos: readonly StoredStoryPhoto[]
  storyId: string | null
  onChange: (cover: string) => void
  onPhoto: (photo: StoredStoryPhoto) => void
}) {
  const { file, url, failure, add, retry } = useCoverFile({ memberId, cover, onChange, onPhoto })
  const choice = (value: string, content: ReactNode) => (
    <label key={value} className="publish-cover">
      <input type="radio" name="cover" value={value} checked={cover === value} onChange={() => onChange(value)} />
      {content}
    </label>
  )
  return (
    <fieldset className="field">
      <legend className="field-label">Cover</legend>
      <div className="publish-covers">
        {photos.map(({ id, width }, index) =>
          choice(
            id,
            <img
              src={photoUrl(id, listPhotoWidths(width)[0] ?? width, 'webp')}
              alt={`Number ${index + 1} in the text`}
            />,
          ),
        )}
        {file && choice(toLocalCover(file.key), <img src={url} alt="Not uploaded yet" />)}
        {choice(
          '',
          <>
            <span className="sr-only">Drawn cover</span>
            <SheetPicture sheet={`story-${storyId ?? 'new'}`} formats={{ wide: 'wide', phone: 'phone' }} />
          </>,
        )}
        <label className="publish-cover is-add needs-script">
          <input
            type="file"
            accept="image/*,.heic,.heif,.avif"
            className="sr-only"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (chosen) add(chosen)
            }}
          />
          <ImagePlus aria-hidden="true" />
          Add
        </label>
      </div>
      {failure && (
        <p className="field-error" role="alert">
          {failure.message}{' '}
          {failure.reason !== 'rejected' && (
            <button type="button" className="link" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      )}
    </fieldset>
  )
}

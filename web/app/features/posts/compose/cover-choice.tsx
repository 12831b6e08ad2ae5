import ImagePlus from 'lucide-react/icons/image-plus'
import { useState } from 'react'
import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { listPhotoWidths, photoUrl } from '#app/features/media/photo-sizes.ts'
import { sendPhoto, UploadError } from '#app/features/media/upload/photo-upload-client.ts'
import type { StoredStoryPhoto } from './story-photos.ts'

/** The cover of a story: one of its photos, the drawn cover, or a photo that only the cover shows. */
export function CoverChoice({
  cover,
  photos,
  storyId,
  uploadUrl,
  onChange,
  onPhoto,
}: {
  cover: string
  photos: readonly StoredStoryPhoto[]
  storyId: string | null
  uploadUrl: string
  onChange: (cover: string) => void
  onPhoto: (photo: StoredStoryPhoto) => void
}) {
  const [trouble, setTrouble] = useState('')
  const add = async (file: File | undefined) => {
    if (!file) return
    setTrouble('')
    try {
      const photo = await sendPhoto(uploadUrl, file, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      })
      onPhoto(photo)
      onChange(photo.id)
    } catch (error) {
      setTrouble(error instanceof UploadError ? error.message : 'The photo could not be sent. Please try again.')
    }
  }
  return (
    <fieldset className="field">
      <legend className="field-label">Cover</legend>
      <div className="publish-covers">
        {photos.map(({ id, width }, index) => (
          <label key={id} className="publish-cover">
            <input type="radio" name="cover" value={id} checked={cover === id} onChange={() => onChange(id)} />
            <img
              src={photoUrl(id, listPhotoWidths(width)[0] ?? width, 'webp')}
              alt={`Number ${index + 1} in the text`}
            />
          </label>
        ))}
        <label className="publish-cover">
          <input type="radio" name="cover" value="" checked={cover === ''} onChange={() => onChange('')} />
          <span className="sr-only">Drawn cover</span>
          <SheetPicture sheet={`story-${storyId ?? 'new'}`} formats={{ wide: 'wide', phone: 'phone' }} />
        </label>
        <label className="publish-cover is-add needs-script">
          <input
            type="file"
            accept="image/*,.heic,.heif,.avif"
            className="sr-only"
            onChange={(event) => void add(event.currentTarget.files?.[0])}
          />
          <ImagePlus aria-hidden="true" />
          Add
        </label>
      </div>
      {trouble && (
        <p className="field-error" role="alert">
          {trouble}
        </p>
      )}
    </fieldset>
  )
}

import { type ReactNode, useRef, useState } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import { TextField } from '#app/ui/forms/text-field.tsx'
import { UploadAdd } from '#app/ui/forms/upload-add.tsx'
import { listPhotoWidths, photoUrl } from '../photo-sizes.ts'
import { PhotoTile } from './photo-tile.tsx'
import type { StoredPhoto } from './photo-upload-client.ts'
import { movePhoto, type PickedPhoto, toPickedPhotos } from './picked-photo.ts'
import { useArrivingFiles } from './use-dropped-files.ts'
import { useFileUrls } from './use-file-urls.ts'
import { type UploadProgress, usePhotoUploads } from './use-photo-uploads.ts'
import './photo-picker.css'

const NONE: readonly string[] = []
const ACCEPTED = 'image/*,.heic,.heif,.avif'

/**
 * Photos on their way: chosen, dropped or pasted, sent at once with progress, put in order by buttons or by dragging, described
 * for those who cannot see them. The first is the cover. `onChange` gets a function from the photos before to those after, since
 * several things happen at a time.
 */
export function PhotoPicker({
  photos,
  uploadUrl,
  keptIds = NONE,
  onChange,
  onStored,
  note,
  signInLink,
}: {
  photos: readonly PickedPhoto[]
  /** Where photos are sent: a POST of the file answers as respondToPhotoUpload does, a DELETE with `?id=` takes one back. */
  uploadUrl: string
  /** Photos that hang on something already: they are not deleted when they are taken away here, but by whoever saves the form. */
  keptIds?: readonly string[]
  onChange: (change: (photos: readonly PickedPhoto[]) => PickedPhoto[]) => void
  /** Told of each photo that was stored, such as to use its position. */
  onStored?: (stored: StoredPhoto) => void
  note?: ReactNode
  /** A way to sign in again and back, for when the session ended meanwhile. */
  signInLink?: ReactNode
}) {
  const [selectedKey, setSelectedKey] = useState<string>()
  const dragged = useRef<string>(undefined)
  const urls = useFileUrls(photos)
  const { progress, retry, cancel } = usePhotoUploads(photos, uploadUrl, (key, stored) => {
    onChange((before) => before.map((photo) => (photo.key === key ? { ...photo, stored, file: null } : photo)))
    onStored?.(stored)
  })
  const add = (files: readonly File[]) => {
    if (files.length > 0) onChange((before) => [...before, ...toPickedPhotos(files, createUuid)])
  }
  const isOver = useArrivingFiles(add)
  const move = (key: string, to: number) => onChange((before) => movePhoto(before, key, to))
  const remove = ({ key, stored }: PickedPhoto) => {
    cancel(key)
    onChange((before) => before.filter((photo) => photo.key !== key))
    if (stored && !keptIds.includes(stored.id)) takeBack(uploadUrl, stored.id)
  }
  const selected = photos.find(({ key }) => key === selectedKey) ?? photos[0]

  return (
    <div className="photo-picker needs-script" data-over={isOver || undefined}>
      <ul className="photo-tiles">
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.key}
            name={`Photo ${index + 1}`}
            badge={index === 0 ? 'Cover' : undefined}
            isStored={photo.stored !== null}
            src={urls.get(photo.key) ?? (photo.stored ? thumbnailOf(photo.stored) : undefined)}
            progress={progress[photo.key]}
            isSelected={photos.length > 1 && photo === selected}
            onSelect={() => setSelectedKey(photo.key)}
            onRetry={() => retry(photo.key)}
            onRemove={() => remove(photo)}
            onMoveBack={index > 0 ? () => move(photo.key, index - 1) : undefined}
            onMoveOn={index < photos.length - 1 ? () => move(photo.key, index + 1) : undefined}
            onDragStart={() => {
              dragged.current = photo.key
            }}
            onDragEnter={() => dragged.current && move(dragged.current, index)}
            onDragEnd={() => {
              dragged.current = undefined
            }}
          />
        ))}
        <UploadAdd accept={ACCEPTED} onFiles={add}>
          Add photos
        </UploadAdd>
      </ul>
      <p className="sr-only" role="status">
        {describeState(photos, progress)}
      </p>
      <PhotoTroubles photos={photos} progress={progress} signInLink={signInLink} />
      {selected && (
        <TextField
          key={selected.key}
          className="mt-3"
          label={
            <>
              {selected === photos[0]
                ? 'What is on the cover photo?'
                : `What is on photo ${photos.indexOf(selected) + 1}?`}
              <span className="field-optional"> for people who cannot see it</span>
            </>
          }
          value={selected.altText}
          maxLength={CONTENT_LIMITS['photos.alt_text']}
          onChange={(event) => {
            const altText = event.currentTarget.value
            onChange((before) => before.map((photo) => (photo.key === selected.key ? { ...photo, altText } : photo)))
          }}
        />
      )}
      {note && <p className="photo-note">{note}</p>}
    </div>
  )
}

function PhotoTroubles({
  photos,
  progress,
  signInLink,
}: {
  photos: readonly PickedPhoto[]
  progress: Record<string, UploadProgress>
  signInLink: ReactNode
}) {
  const troubled = photos.flatMap(({ key }, index) => {
    const one = progress[key]
    return one?.state === 'failed' && one.trouble !== 'lost' ? [{ key, number: index + 1, ...one }] : []
  })
  if (troubled.length === 0) return null
  return (
    <ul className="photo-troubles">
      {troubled.map(({ key, number, message, trouble }) => (
        <li key={key}>
          Photo {number}: {message} {trouble === 'signed-out' && signInLink}
        </li>
      ))}
    </ul>
  )
}

/** Deletes a stored photo that nobody wants any more. If it fails, nobody but its author can see what is left. */
function takeBack(uploadUrl: string, id: string): void {
  void fetch(`${uploadUrl}?id=${id}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
}

function thumbnailOf({ id, width }: StoredPhoto): string {
  return photoUrl(id, listPhotoWidths(width)[0] ?? width, 'webp')
}

function describeState(photos: readonly PickedPhoto[], progress: Record<string, { state: string }>): string {
  if (photos.length === 0) return ''
  const stored = photos.filter((photo) => photo.stored).length
  const failed = photos.filter(({ key }) => progress[key]?.state === 'failed').length
  return `${stored} of ${photos.length} photos uploaded${failed > 0 ? `, ${failed} failed` : ''}`
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { UploadAdd } from '#app/ui/forms/upload/upload-add.tsx'
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
 * Uploads photos that are chosen, dropped or pasted, with progress. They can be sorted by buttons or dragging, and
 * described in alt texts. The first photo is the cover. `onChange` gets an update function instead of a value, since
 * several uploads change the list at the same time.
 */
export function PhotoPicker({
  photos,
  uploadUrl,
  keptIds = NONE,
  onChange,
  onStored,
  onFailed,
  note,
  signInLink,
}: {
  photos: readonly PickedPhoto[]
  /**
   * The URL that photos are uploaded to. POST uploads a file (see respondToPhotoUpload), and DELETE with `?id=` deletes
   * an uploaded photo.
   */
  uploadUrl: string
  /** Photos that are already attached. They are not deleted when they are removed here, but when the form is saved. */
  keptIds?: readonly string[]
  onChange: (change: (photos: readonly PickedPhoto[]) => PickedPhoto[]) => void
  /** Called with each stored photo, for example to use its position. */
  onStored?: (stored: StoredPhoto) => void
  /** Called with the keys of the photos whose upload has failed, whenever they change. */
  onFailed?: (keys: readonly string[]) => void
  note?: ReactNode
  /** A link for signing in again, shown if the session has expired. */
  signInLink?: ReactNode
}) {
  const [selectedKey, setSelectedKey] = useState<string>()
  const dragged = useRef<string>(undefined)
  const urls = useFileUrls(photos)
  const { progress, retry, cancel } = usePhotoUploads(photos, uploadUrl, (key, stored) => {
    onChange((before) => before.map((photo) => (photo.key === key ? { ...photo, stored, file: null } : photo)))
    onStored?.(stored)
  })
  useFailures(progress, onFailed)
  const add = (files: readonly File[]) => {
    if (files.length > 0) onChange((before) => [...before, ...toPickedPhotos(files, createUuid)])
  }
  const isOver = useArrivingFiles(add)
  const move = (key: string, to: number) => onChange((before) => movePhoto(before, key, to))
  const remove = ({ key, stored }: PickedPhoto) => {
    cancel(key)
    onChange((before) => before.filter((photo) => photo.key !== key))
    if (stored && !keptIds.includes(stored.id)) deleteUpload(uploadUrl, stored.id)
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
      <PhotoFailures photos={photos} progress={progress} signInLink={signInLink} />
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

function useFailures(progress: Record<string, UploadProgress>, onFailed?: (keys: readonly string[]) => void): void {
  const failed = Object.keys(progress).filter((key) => progress[key]?.state === 'failed')
  const latest = useRef(onFailed)
  latest.current = onFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the failed photos change
  useEffect(() => latest.current?.(failed), [failed.join()])
}

function PhotoFailures({
  photos,
  progress,
  signInLink,
}: {
  photos: readonly PickedPhoto[]
  progress: Record<string, UploadProgress>
  signInLink: ReactNode
}) {
  const failures = photos.flatMap(({ key }, index) => {
    const one = progress[key]
    return one?.state === 'failed' && one.reason !== 'lost' ? [{ key, number: index + 1, ...one }] : []
  })
  if (failures.length === 0) return null
  return (
    <ul className="photo-errors">
      {failures.map(({ key, number, message, reason }) => (
        <li key={key}>
          Photo {number}: {message} {reason === 'signed-out' && signInLink}
        </li>
      ))}
    </ul>
  )
}

/** Deletes a stored photo that is no longer used. If this fails, the photo remains visible to its author only. */
function deleteUpload(uploadUrl: string, id: string): void {
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

import { useEffect, useRef, useState } from 'react'
import { type StoredPhoto, sendPhoto, UploadError, type UploadFailureReason } from './photo-upload-client.ts'
import type { PickedPhoto } from './picked-photo.ts'

/** More parallel uploads slow each other down. */
const AT_ONCE = 2

/** The state of a photo's upload; undefined while it waits and once it is stored. */
export type UploadProgress =
  | { state: 'sending'; percent: number }
  | { state: 'failed'; reason: UploadFailureReason; message: string }

/**
 * Uploads every photo that is not stored yet, two at a time, including those of a restored draft. `onStored` gets each
 * stored photo. Uploads lost to the network restart when it is back; other failures are retried on request.
 */
export function usePhotoUploads(
  photos: readonly PickedPhoto[],
  url: string,
  onStored: (key: string, stored: StoredPhoto) => void,
) {
  const [progress, setProgress] = useState<Record<string, UploadProgress>>({})
  const running = useRef(new Map<string, AbortController>())
  const latest = useRef(onStored)
  useEffect(() => {
    latest.current = onStored
  })

  const tell = (key: string, next: UploadProgress | undefined) =>
    setProgress(({ [key]: _, ...others }) => (next ? { ...others, [key]: next } : others))
  const send = async (key: string, file: Blob) => {
    const controller = new AbortController()
    running.current.set(key, controller)
    tell(key, { state: 'sending', percent: 0 })
    try {
      const onProgress = (percent: number) => tell(key, { state: 'sending', percent })
      const stored = await sendPhoto(url, file, { signal: controller.signal, onProgress })
      // Read only now: the form may have changed during the upload.
      latest.current(key, stored)
      tell(key, undefined)
    } catch (error) {
      tell(key, controller.signal.aborted ? undefined : toFailure(error))
    } finally {
      running.current.delete(key)
    }
  }

  useEffect(() => {
    for (const { key, file, stored } of photos) {
      const isFree = running.current.size < AT_ONCE && !running.current.has(key) && !progress[key]
      if (file && !stored && isFree) void send(key, file)
    }
  })
  useEffect(() => {
    const tryLostAgain = () => setProgress((before) => withoutFailures(before, 'lost'))
    window.addEventListener('online', tryLostAgain)
    return () => window.removeEventListener('online', tryLostAgain)
  }, [])
  useEffect(() => () => [...running.current.values()].forEach((controller) => void controller.abort()), [])

  return {
    progress,
    retry: (key: string) => tell(key, undefined),
    cancel: (key: string) => running.current.get(key)?.abort(),
  }
}

function toFailure(error: unknown): UploadProgress {
  if (error instanceof UploadError) return { state: 'failed', reason: error.reason, message: error.message }
  return { state: 'failed', reason: 'failed', message: 'This photo could not be sent. Please try again.' }
}

function withoutFailures(progress: Record<string, UploadProgress>, reason: UploadFailureReason) {
  return Object.fromEntries(
    Object.entries(progress).filter(([, one]) => one.state !== 'failed' || one.reason !== reason),
  )
}

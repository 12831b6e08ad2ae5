import * as v from 'valibot'
import { withoutBase } from '#app/platform/config/app-config.ts'

/** A stored photo that belongs to no spot yet, with the metadata that prefills the form. */
export const StoredPhoto = v.object({
  id: v.string(),
  width: v.number(),
  height: v.number(),
  placeholder: v.string(),
  position: v.nullable(v.object({ lng: v.number(), lat: v.number() })),
  takenAt: v.nullable(v.string()),
})

export type StoredPhoto = v.InferOutput<typeof StoredPhoto>

const Rejection = v.object({ message: v.string() })

/**
 * `lost`: network failure; `signed-out`: expired session; `rejected`: this file will never be accepted; `failed`:
 * temporary server error.
 */
export type UploadFailureReason = 'lost' | 'signed-out' | 'rejected' | 'failed'

/** A failed upload. The message is meant for the sender. */
export class UploadError extends Error {
  readonly reason: UploadFailureReason

  constructor(reason: UploadFailureReason, message: string) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
  }
}

/** The size limit of the server. Larger files are not sent at all. */
const MAX_BYTES = 25 * 1024 * 1024
/** On a slow mobile connection an upload counts as lost after this time without progress. */
const SILENCE_MS = 60_000

interface Upload {
  signal: AbortSignal
  onProgress: (percent: number) => void
}

const FAILED = 'The photo could not be uploaded. Please try again.'

/** Uploads a photo like {@link sendPicture}, and returns it as the server stored it. */
export async function sendPhoto(url: string, file: Blob, upload: Upload): Promise<StoredPhoto> {
  const photo = v.safeParse(StoredPhoto, await sendPicture(url, file, upload))
  if (!photo.success) throw new UploadError('failed', FAILED)
  return photo.output
}

/**
 * Uploads a picture as the body of a request, reports its progress from 0 to 100, and returns the JSON of the response.
 * Uses XMLHttpRequest, because fetch reports no upload progress. Throws {@link UploadError}, or an AbortError if the
 * signal aborts.
 */
export async function sendPicture(url: string, file: Blob, { signal, onProgress }: Upload): Promise<unknown> {
  if (file.size > MAX_BYTES) {
    const size = Math.ceil(file.size / 1024 / 1024)
    throw new UploadError(
      'rejected',
      `This file is ${size} MB; at most 25 MB are accepted. Please choose a smaller one.`,
    )
  }
  if (file.size === 0) throw new UploadError('rejected', 'This file is empty. Please choose another copy of it.')
  if (!navigator.onLine) throw new UploadError('lost', 'You are offline. The photo is kept on this device.')
  return readResponse(await exchange(url, file, signal, onProgress))
}

function exchange(
  url: string,
  file: Blob,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const isLost = () => reject(new UploadError('lost', 'Connection lost.'))
    let silence: ReturnType<typeof setTimeout>
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), SILENCE_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      listen()
      onProgress((loaded / total) * 100)
    }
    request.onload = () => resolve(request)
    request.onerror = isLost
    request.onabort = () => (signal.aborted ? reject(signal.reason) : isLost())
    request.onloadend = () => clearTimeout(silence)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', url)
    request.setRequestHeader('content-type', 'application/octet-stream')
    listen()
    request.send(file)
  })
}

function readResponse({ status, responseText, responseURL }: XMLHttpRequest): unknown {
  const body = parseJson(responseText)
  if (status === 201) return body
  // With an expired session the request is redirected to the sign-up page.
  if (status === 401 || withoutBase(new URL(responseURL).pathname).startsWith('/auth/')) {
    throw new UploadError('signed-out', 'You were signed out. Sign in again; the photo is kept on this device.')
  }
  const rejection = v.safeParse(Rejection, body)
  if (!rejection.success) throw new UploadError('failed', FAILED)
  throw new UploadError(status >= 500 || status === 429 ? 'failed' : 'rejected', rejection.output.message)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An HTML page instead of a JSON response.
    return undefined
  }
}

import * as v from 'valibot'
import { withoutBase } from '#app/platform/app-config.ts'

/** A stored photo that no spot shows yet, with what its camera knew for the form. */
export const StoredPhoto = v.object({
  id: v.string(),
  width: v.number(),
  height: v.number(),
  placeholder: v.string(),
  position: v.nullable(v.object({ lng: v.number(), lat: v.number() })),
  takenAt: v.nullable(v.string()),
})

export type StoredPhoto = v.InferOutput<typeof StoredPhoto>

const Refusal = v.object({ message: v.string() })

/** `lost`: the network; `signed-out`: the session; `refused`: this file will never be taken; `failed`: the server, for now. */
export type UploadTrouble = 'lost' | 'signed-out' | 'refused' | 'failed'

/** A photo that did not arrive; the message is for whoever sent it. */
export class UploadError extends Error {
  readonly trouble: UploadTrouble

  constructor(trouble: UploadTrouble, message: string) {
    super(message)
    this.name = 'UploadError'
    this.trouble = trouble
  }
}

/** What the server takes; larger files are not sent at all. */
const MOST_BYTES = 25 * 1024 * 1024
/** A phone on a slow line: after this long without a word the photo counts as lost. */
const SILENCE_MS = 60_000

/**
 * Sends a photo as the body of a request and tells how far it is, from 0 to 100. By XMLHttpRequest, since fetch cannot tell.
 * Throws {@link UploadError}, or an AbortError when the signal says so.
 */
export async function sendPhoto(
  url: string,
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<StoredPhoto> {
  if (file.size > MOST_BYTES) {
    const size = Math.ceil(file.size / 1024 / 1024)
    throw new UploadError('refused', `This file has ${size} MB; at most 25 are accepted. Please choose a smaller one.`)
  }
  if (file.size === 0) throw new UploadError('refused', 'This file is empty. Please choose another copy of it.')
  if (!navigator.onLine) throw new UploadError('lost', 'You are offline. The photo is kept on this device.')
  return readReply(await exchange(url, file, signal, onProgress))
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

function readReply({ status, responseText, responseURL }: XMLHttpRequest): StoredPhoto {
  const body = parseJson(responseText)
  const photo = v.safeParse(StoredPhoto, body)
  if (status === 201 && photo.success) return photo.output
  // An expired session is sent to the page for signing up, which the request followed.
  if (status === 401 || withoutBase(new URL(responseURL).pathname).startsWith('/auth/')) {
    throw new UploadError('signed-out', 'You were signed out. Sign in again; the photo is kept on this device.')
  }
  const refusal = v.safeParse(Refusal, body)
  if (!refusal.success) throw new UploadError('failed', 'The photo could not be uploaded. Please try again.')
  throw new UploadError(status >= 500 || status === 429 ? 'failed' : 'refused', refusal.output.message)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A page instead of a reply.
    return undefined
  }
}

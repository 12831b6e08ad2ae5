import { PhotoError, type PhotoErrorCode } from '../photo-error.ts'
import { FILE_LIMIT_BYTES, requireFileSize } from '../processing/photo-limits.server.ts'
import type { UploadedPhoto } from './photo-upload.server.ts'

/** The body of an error response. */
interface PhotoRejection {
  code: PhotoErrorCode
  /** The text says what is wrong and what to do. */
  message: string
}

const STATUSES: Partial<Record<PhotoErrorCode, number>> = {
  too_large: 413,
  busy: 503,
  not_stored: 503,
  too_many: 429,
  no_room: 403,
  not_expected: 409,
}

/**
 * Receives a photo as the whole body of a request. `store` stores it, or throws PhotoError. A plain body, unlike a form,
 * lets the browser report progress and retry. Responds with 201 and the photo, if `store` returns one, as JSON, or with
 * 403, 409, 413, 422, 429 or 503 and a {@link PhotoRejection}.
 */
export async function respondToPhotoUpload(
  request: Request,
  store: (photo: Blob) => Promise<UploadedPhoto | null>,
): Promise<Response> {
  try {
    const photo = await store(await readBody(request))
    return Response.json(photo, { status: 201, headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    if (!(error instanceof PhotoError)) throw error
    const rejection: PhotoRejection = { code: error.code, message: error.message }
    return Response.json(rejection, { status: STATUSES[error.code] ?? 422, headers: { 'cache-control': 'no-store' } })
  }
}

/** Reads at most the accepted size; the declared length is not trusted. */
async function readBody(request: Request): Promise<Blob> {
  requireFileSize(Number(request.headers.get('content-length') ?? 0))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > FILE_LIMIT_BYTES) requireFileSize(size)
    chunks.push(new Uint8Array(chunk))
  }
  return new Blob(chunks)
}

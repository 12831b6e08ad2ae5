import { AppError } from '../http/app-error.ts'

/**
 * An error of the storage protocol. `statusCode` is part of the body; the HTTP status is 400 unless it is one of {@link
 * REAL_STATUSES}, because clients of hosted projects depend on that (storage 2).
 */
export class StorageError extends AppError {
  readonly statusCode: number
  /** The `error` field of the body. */
  readonly label: string
  readonly httpStatus: number
  readonly headers: Record<string, string>

  constructor(code: string, statusCode: number, message: string, label: string = code, options?: StorageErrorOptions) {
    super(400, code, message, options)
    this.name = 'StorageError'
    this.statusCode = statusCode
    this.label = label
    this.httpStatus = options?.hasRealStatus || REAL_STATUSES.has(statusCode) ? statusCode : 400
    this.headers = options?.headers ?? {}
  }
}

interface StorageErrorOptions extends ErrorOptions {
  /** Uses `statusCode` as HTTP status too. */
  hasRealStatus?: boolean
  /** Headers of the response. */
  headers?: Record<string, string>
}

const REAL_STATUSES = new Set([416, 429, 499, 500, 544])

export const noSuchBucket = () => new StorageError('NoSuchBucket', 404, 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => new StorageError('NoSuchKey', 404, 'Object not found', 'not_found')
export const blobGone = (cause: unknown) =>
  new StorageError('NoSuchKey', 404, 'The resource was not found', 'Not found', { cause })
export const invalidBucketName = () =>
  new StorageError('InvalidBucketName', 400, 'Bucket name invalid', 'Invalid Input')
export const invalidKey = (key: string) => new StorageError('InvalidKey', 400, `Invalid key: ${key}`)
export const bucketAlreadyExists = () => alreadyExists('BucketAlreadyExists')
export const keyAlreadyExists = () => alreadyExists('KeyAlreadyExists')
export const resourceAlreadyExists = () => alreadyExists('ResourceAlreadyExists')
const alreadyExists = (code: string) => new StorageError(code, 409, 'The resource already exists', 'Duplicate')
export const bucketNotEmpty = () =>
  new StorageError('ResourceNotEmpty', 409, 'The bucket you tried to delete is not empty')
export const tooManyObjectsToEmpty = () =>
  new StorageError('InvalidRequest', 409, 'Unable to empty the bucket because it contains too many objects')
export const accessDenied = (message = 'Access denied', cause?: unknown) =>
  new StorageError('AccessDenied', 403, message, 'Unauthorized', { cause })
export const personalTokenBusy = (message: string) =>
  new StorageError('SlowDown', 429, message, 'Too many requests', { headers: { 'retry-after': '60' } })
export const wrongRole = () =>
  new StorageError('AccessDenied', 403, 'Access denied: Invalid role', 'Unauthorized', { hasRealStatus: true })
export const invalidJwt = (message: string) => new StorageError('InvalidJWT', 400, message)
export const invalidSignature = (message = 'Invalid signature') => new StorageError('InvalidSignature', 400, message)
export const entityTooLarge = (what = 'object') =>
  new StorageError('EntityTooLarge', 413, `The ${what} exceeded the maximum allowed size`, 'Payload too large')
export const bodyTooLarge = () =>
  new StorageError('EntityTooLarge', 413, 'The body is too large', 'Payload too large', { hasRealStatus: true })
export const invalidMimeType = (type: string) =>
  new StorageError('InvalidMimeType', 415, `mime type ${type} is not supported`, 'invalid_mime_type')
export const invalidContentType = () =>
  new StorageError('InvalidMimeType', 415, 'Invalid Content-Type header', 'invalid_mime_type')
export const invalidRange = (size: number) =>
  new StorageError('InvalidRange', 416, 'invalid range provided', 'invalid_range', {
    headers: { 'content-range': `bytes */${size}` },
  })
export const invalidRequest = (message: string, label = 'InvalidRequest') =>
  new StorageError('InvalidRequest', 400, message, label)
export const invalidShape = (message: string) => invalidRequest(message, 'Error')
export const invalidRobotsTag = (message: string) =>
  invalidRequest(`Invalid X-Robots-Tag header: ${message}`, 'invalid_x_robots_tag')
export const invalidParameter = (name: string) => new StorageError('InvalidParameter', 400, `Invalid Parameter ${name}`)
export const missingParameter = (name: string) =>
  new StorageError('MissingParameter', 400, `Missing Required Parameter ${name}`)
export const featureNotEnabled = (feature: string) =>
  new StorageError('FeatureNotEnabled', 409, `The feature ${feature} is not enabled for this resource`)
export const relatedResourceMissing = () =>
  new StorageError('InvalidRequest', 404, 'The related resource does not exist')
export const overloaded = (cause: unknown) =>
  new StorageError('SlowDown', 503, 'Too many requests at once, try again soon', 'too_many_connections', {
    cause,
    hasRealStatus: true,
    headers: { 'retry-after': '1' },
  })
export const imageTimedOut = () => new StorageError('InvalidRequest', 408, 'Image request timed out')
export const tooBusy = () =>
  new StorageError('SlowDown', 429, 'Too many requests at once, try again soon', 'too_many_connections', {
    headers: { 'retry-after': '1' },
  })
export const insufficientStorage = (cause?: unknown) =>
  new StorageError('InsufficientStorage', 507, 'The storage is full', undefined, { cause, hasRealStatus: true })
export const clientWentAway = (cause?: unknown) =>
  new StorageError('AbortedTerminate', 499, 'The client disconnected', undefined, { cause })
export const internalError = (cause: unknown) =>
  new StorageError('InternalError', 500, 'Internal server error', 'internal', { cause })

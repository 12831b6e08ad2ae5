/** The reason why a photo was rejected. */
export type PhotoErrorCode =
  | 'too_large'
  | 'too_many_pixels'
  | 'too_small'
  | 'too_narrow'
  | 'unsupported'
  | 'damaged'
  | 'busy'
  | 'not_stored'
  | 'too_many'
  | 'no_room'
  | 'not_expected'

/** A rejected photo. The message says what is wrong and what to do. */
export class PhotoError extends Error {
  readonly code: PhotoErrorCode

  constructor(code: PhotoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PhotoError'
    this.code = code
  }
}

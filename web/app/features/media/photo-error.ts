/** Why a photo was not taken. */
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

/** A photo that was not taken; the message says what is wrong and what to do, for whoever sent it. */
export class PhotoError extends Error {
  readonly code: PhotoErrorCode

  constructor(code: PhotoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PhotoError'
    this.code = code
  }
}

/** The HTTP statuses of errors. */
export type ErrorStatus =
  | 300
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 409
  | 413
  | 414
  | 415
  | 416
  | 422
  | 423
  | 429
  | 500
  | 503
  | 504

/**
 * An error that a client may read. `code` is stable and part of the wire contract; `message` is public; `cause` goes
 * only to the log. Each service lists its errors in `errors.ts` and renders them in its own shape.
 */
export class AppError extends Error {
  readonly status: ErrorStatus
  readonly code: string

  constructor(status: ErrorStatus, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.status = status
    this.code = code
  }
}

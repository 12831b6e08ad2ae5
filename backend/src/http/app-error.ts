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

interface AppErrorOptions extends ErrorOptions {
  /** For 429: the time until a retry can succeed. */
  retryAfterSeconds?: number | undefined
}

/**
 * An error that a client may read. `code` is stable and part of the wire contract; `message` is public; `cause` goes
 * only to the log. Each service lists its errors in `errors.ts` and renders them in its own shape.
 */
export class AppError extends Error {
  readonly status: ErrorStatus
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  constructor(status: ErrorStatus, code: string, message: string, options?: AppErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

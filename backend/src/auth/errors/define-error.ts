import { AppError, type ErrorStatus } from '../../http/app-error.ts'

/** An error that is always said in the same words; `cause` is for the log. */
export const defineError =
  (status: ErrorStatus, code: string, message: string) =>
  (cause?: unknown): AppError =>
    new AppError(status, code, message, cause === undefined ? undefined : { cause })

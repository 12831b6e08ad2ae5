import { AppError, type ErrorStatus } from '../../http/app-error.ts'

/** Defines an error with a fixed message; `cause` is only logged. */
export const defineError =
  (status: ErrorStatus, code: string, message: string) =>
  (cause?: unknown): AppError =>
    new AppError(status, code, message, cause === undefined ? undefined : { cause })

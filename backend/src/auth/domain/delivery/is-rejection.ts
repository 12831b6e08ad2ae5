import { AppError } from '../../../http/app-error.ts'

const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500

/** Returns true for an error of a hook or provider that a retry would not fix. */
export function isRejection(error: unknown): boolean {
  return error instanceof AppError && error.status < FIRST_SERVER_ERROR && error.status !== TOO_MANY_REQUESTS
}

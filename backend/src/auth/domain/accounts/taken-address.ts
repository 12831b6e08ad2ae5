import { AppError } from '../../../http/app-error.ts'
import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import { errors } from '../../errors.ts'

const UNIQUE_VIOLATION = '23505'

/** Maps a unique violation to the error for a taken address or id. Returns undefined for any other failure. */
export function toTakenError(error: unknown): Error | undefined {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return undefined
  if (error.constraint === 'users_email_key') return errors.emailExists(error)
  if (error.constraint === 'users_phone_key') return errors.phoneExists(error)
  if (error.constraint === 'users_id_pkey') return errors.idExists(error)
  return undefined
}

/**
 * Returns the result, or undefined when the address belongs to another account, possibly because of a concurrent
 * request.
 */
export async function unlessTaken<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'email_exists' || error.code === 'phone_exists')) return undefined
    throw error
  })
}

import { AppError } from '../../../http/app-error.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { deleteSessionsOfUser } from '../../tables/sessions.ts'
import { callHook, hasHook } from './call-hook.ts'

/** Asks the hook `password_verification_attempt`, whether the password fits or not. Throws when the hook rejects the attempt. */
export async function requirePasswordAllowed(
  dependencies: AuthDependencies,
  { userId, isValid }: { userId: string; isValid: boolean },
): Promise<void> {
  if (!hasHook(dependencies, 'password-verification-attempt')) return
  const input = { user_id: userId, valid: isValid }
  const answer = await callHook(dependencies, dependencies.sql, 'password-verification-attempt', input)
  if (answer.decision !== 'reject') return
  if (answer.should_logout_user === true) await deleteSessionsOfUser(dependencies.sql, userId)
  throw typeof answer.message === 'string' && answer.message !== ''
    ? new AppError(400, 'invalid_credentials', answer.message)
    : errors.invalidCredentials()
}

/** A second factor that was tried. */
export interface FactorAttempt {
  userId: string
  factorId: string
  factorType: 'totp' | 'phone' | 'webauthn'
  isValid: boolean
}

/**
 * Asks the hook `mfa_verification_attempt`. When it rejects the attempt, every session of the account ends and the error is
 * returned, to be thrown after the transaction so that they stay ended.
 */
export async function findFactorRejection(
  dependencies: AuthDependencies,
  sql: Statements,
  { userId, factorId, factorType, isValid }: FactorAttempt,
): Promise<Error | undefined> {
  if (!hasHook(dependencies, 'mfa-verification-attempt')) return undefined
  const input = { user_id: userId, factor_id: factorId, factor_type: factorType, valid: isValid }
  const answer = await callHook(dependencies, sql, 'mfa-verification-attempt', input)
  if (answer.decision !== 'reject') return undefined
  await deleteSessionsOfUser(sql, userId)
  return errors.mfaRejected(typeof answer.message === 'string' ? answer.message : '')
}

import { AppError } from '../../../http/app-error.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { deleteSessionsOfUser } from '../../tables/sessions.ts'
import { callHook, hasHook } from './call-hook.ts'

/**
 * Calls the hook `password_verification_attempt` for correct and wrong passwords. Throws when the hook rejects the
 * attempt.
 */
export async function requirePasswordAllowed(
  dependencies: AuthDependencies,
  { userId, isValid }: { userId: string; isValid: boolean },
): Promise<void> {
  if (!hasHook(dependencies, 'password-verification-attempt')) return
  const input = { user_id: userId, valid: isValid }
  const result = await callHook(dependencies, dependencies.sql, 'password-verification-attempt', input)
  if (result.decision !== 'reject') return
  if (result.should_logout_user === true) await deleteSessionsOfUser(dependencies.sql, userId)
  throw typeof result.message === 'string' && result.message !== ''
    ? new AppError(400, 'invalid_credentials', result.message)
    : errors.invalidCredentials()
}

/** An attempt to verify an MFA factor. */
export interface FactorAttempt {
  userId: string
  factorId: string
  factorType: 'totp' | 'phone' | 'webauthn'
  isValid: boolean
}

/**
 * Calls the hook `mfa_verification_attempt`. When it rejects the attempt, all sessions of the account end and the error
 * is returned. The caller throws it after the transaction, so that the sessions stay deleted.
 */
export async function findFactorRejection(
  dependencies: AuthDependencies,
  sql: Statements,
  { userId, factorId, factorType, isValid }: FactorAttempt,
): Promise<Error | undefined> {
  if (!hasHook(dependencies, 'mfa-verification-attempt')) return undefined
  const input = { user_id: userId, factor_id: factorId, factor_type: factorType, valid: isValid }
  const result = await callHook(dependencies, sql, 'mfa-verification-attempt', input)
  if (result.decision !== 'reject') return undefined
  await deleteSessionsOfUser(sql, userId)
  return errors.mfaRejected(typeof result.message === 'string' ? result.message : '')
}

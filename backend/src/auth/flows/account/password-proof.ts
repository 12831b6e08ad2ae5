import { clearFailedAttempts, countAttempt } from '../../domain/codes/failed-attempts.ts'
import { isSmsCode } from '../../domain/codes/is-sms-code.ts'
import { isCodeOf } from '../../domain/codes/one-time-code.ts'
import { isPasswordOf } from '../../domain/passwords/password-hash.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../requests/context.ts'

const DAY_MS = 86_400_000
/** Members who signed in by email may not know the password they replace. */
const PASSWORDLESS = ['otp', 'magiclink', 'recovery']

/**
 * Throws when a new password requires an emailed code or the current password, and it is missing or wrong (auth 7.6).
 */
export async function requirePasswordProof(
  request: AuthRequest,
  { nonce, current_password: current }: { nonce: string; current_password: string; password: string },
): Promise<void> {
  const { dependencies, signedIn } = request.var
  const { user, session } = signedIn
  if (dependencies.settings.requireReauthentication) {
    const isOld = !session || dependencies.now().getTime() - session.created_at.getTime() > DAY_MS
    if (isOld && nonce === '') throw errors.reauthenticationNeeded()
    if (isOld) await requireNonce(request, nonce)
  }
  const isPasswordless = session?.amr.some(({ method }) => PASSWORDLESS.includes(method)) ?? false
  if (!dependencies.settings.requireCurrentPassword || isPasswordless || !user.encrypted_password) return
  if (current === '') throw errors.currentPasswordRequired()
  await countAttempt(dependencies, 'password', user.id)
  if (!(await isPasswordOf(current, user.encrypted_password))) throw errors.currentPasswordInvalid()
  await clearFailedAttempts(dependencies, 'password', user.id)
}

async function requireNonce(request: AuthRequest, nonce: string): Promise<void> {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const address = user.email || user.phone || ''
  await countAttempt(dependencies, 'code', address)
  const sentAt = user.reauthentication_sent_at?.getTime() ?? 0
  const isFresh =
    sentAt + (user.email ? dependencies.settings.mailerOtpExpiryMs : dependencies.settings.smsOtpExpiryMs) >
    dependencies.now().getTime()
  const stored = user.reauthentication_token ?? ''
  if (!isFresh || !(await isNonce(request, nonce, stored))) throw errors.reauthenticationNotValid()
  await clearFailedAttempts(dependencies, 'code', address)
}

async function isNonce(request: AuthRequest, nonce: string, hash: string): Promise<boolean> {
  const { dependencies, signedIn } = request.var
  const { email, phone } = signedIn.user
  if (!email) return isSmsCode(dependencies, { phone: phone ?? '', code: nonce, hash })
  return isCodeOf(dependencies, hash, { address: email, code: nonce })
}

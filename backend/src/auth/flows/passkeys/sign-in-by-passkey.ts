import { isBanned } from '../../domain/accounts/get-user.ts'
import { type Issued, issueSession } from '../../domain/sessions/issue-session.ts'
import { ClonedAuthenticatorError, createAssertionRequest, verifyAssertion } from '../../domain/webauthn/assertion.ts'
import { parseAssertion } from '../../domain/webauthn/credential-json.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import { lockPasskeyByCredential, type PasskeyCredentialRow, updatePasskeyUse } from '../../tables/passkeys.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserById } from '../../tables/users.ts'
import { getRelyingParty } from './passkey-access.ts'
import { consumeChallenge, PasskeyBody, respondWithChallenge } from './passkey-challenge.ts'

const PURPOSE = { type: 'authentication', userId: null } as const

/** POST /passkeys/authentication/options: any passkey of the site may sign (auth 9.1). */
export async function beginPasskeySignIn(request: AuthRequest): Promise<Response> {
  const { settings } = request.var.dependencies
  const options = await createAssertionRequest(getRelyingParty(request), {
    timeoutMs: settings.webauthnChallengeExpiryMs,
  })
  return respondWithChallenge(request, PURPOSE, options)
}

/** POST /passkeys/authentication/verify (auth 9.1). */
export async function finishPasskeySignIn(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, PasskeyBody)
  const response = parseAssertion(body.credential)
  const challenge = await consumeChallenge(request, body.challenge_id, PURPOSE)
  const issued = await dependencies.sql.begin((sql) => signIn(request, sql, { challenge, response }))
  return respondWithTokens(request, issued)
}

interface Signature {
  challenge: string
  response: ReturnType<typeof parseAssertion>
}

async function signIn(request: AuthRequest, sql: Statements, { challenge, response }: Signature): Promise<Issued> {
  const { dependencies } = request.var
  const passkey = await lockPasskeyByCredential(sql, Buffer.from(response.id, 'base64url'))
  const handle = Buffer.from(response.response.userHandle ?? '', 'base64url').toString()
  if (!passkey || passkey.user_id !== handle) throw errors.webauthnFailed()
  const verified = await verifyAssertion(getRelyingParty(request), challenge, {
    response,
    known: { id: response.id, publicKey: passkey.public_key, signCount: Number(passkey.sign_count) },
  }).catch((cause: unknown) => {
    logClonedPasskey(request, cause, passkey)
    throw errors.webauthnFailed(cause)
  })
  const user = await findUserById(sql, passkey.user_id)
  if (!user || user.deleted_at) throw errors.webauthnFailed()
  requireMaySignIn(request, user)
  await updatePasskeyUse(sql, passkey.id, { ...verified, now: dependencies.now() })
  return issueSession(dependencies, sql, { user, method: 'passkey' })
}

function logClonedPasskey({ var: { dependencies } }: AuthRequest, cause: unknown, passkey: PasskeyCredentialRow): void {
  if (!(cause instanceof ClonedAuthenticatorError)) return
  dependencies.log.warn('The counter of a passkey did not increase: there may be a copy of it', {
    passkey: passkey.id,
    user: passkey.user_id,
  })
}

function requireMaySignIn({ var: { dependencies } }: AuthRequest, user: UserRow): void {
  if (isBanned(user, dependencies)) throw errors.banned()
  const { allowUnverifiedEmail } = dependencies.settings
  if (user.email && !user.email_confirmed_at && !user.phone_confirmed_at && !allowUnverifiedEmail) {
    throw errors.emailNotConfirmedForPasskey()
  }
  if (!user.email && user.phone && !user.phone_confirmed_at) throw errors.phoneNotConfirmedForPasskey()
}

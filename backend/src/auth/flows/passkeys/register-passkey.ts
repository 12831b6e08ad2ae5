import { audit } from '../../domain/accounts/audit.ts'
import { findAuthenticatorName } from '../../domain/webauthn/aaguid-names.ts'
import { parseRegistration } from '../../domain/webauthn/credential-json.ts'
import { createCredentialRequest, verifyRegistration } from '../../domain/webauthn/registration.ts'
import { errors } from '../../errors.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { createPasskey, listPasskeys, type NewCredential, type PasskeyRow } from '../../tables/passkeys.ts'
import { lockUser } from '../../tables/users.ts'
import { getRelyingParty, requirePasskeyAllowed, toPasskeyJson } from './passkey-access.ts'
import { consumeChallenge, PasskeyBody, respondWithChallenge } from './passkey-challenge.ts'

/** POST /passkeys/registration/options (auth 9.1). */
export async function beginPasskey(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const passkeys = await listPasskeys(dependencies.sql, user.id)
  requirePasskeyAllowed(request, passkeys.length)
  const options = await createCredentialRequest(getRelyingParty(request), {
    timeoutMs: dependencies.settings.webauthnChallengeExpiryMs,
    user: { id: user.id, name: user.email || user.phone || user.id },
    existing: passkeys.map(({ credential_id: id, transports }) => ({ id: id.toString('base64url'), transports })),
    isDiscoverable: true,
  })
  return respondWithChallenge(request, { type: 'registration', userId: user.id }, options)
}

/** POST /passkeys/registration/verify (auth 9.1). */
export async function finishPasskey(request: AuthRequest): Promise<Response> {
  const { user } = request.var.signedIn
  const body = await readBody(request, PasskeyBody)
  const response = parseRegistration(body.credential)
  const challenge = await consumeChallenge(request, body.challenge_id, { type: 'registration', userId: user.id })
  const credential = await verifyRegistration(getRelyingParty(request), challenge, response).catch((cause: unknown) => {
    throw errors.webauthnFailed(cause)
  })
  const { last_used_at: _, ...passkey } = toPasskeyJson(await keep(request, credential))
  return request.json(passkey)
}

async function keep(request: AuthRequest, credential: NewCredential): Promise<PasskeyRow> {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  return dependencies.sql.begin(async (sql) => {
    // Locked, so that concurrent requests cannot exceed the limit together.
    await lockUser(sql, user.id)
    requirePasskeyAllowed(request, (await listPasskeys(sql, user.id)).length)
    const name = findAuthenticatorName(credential.aaguid) ?? ''
    const passkey = await createPasskey(sql, { userId: user.id, name, credential, now: dependencies.now() })
    if (!passkey) throw errors.webauthnCredentialExists()
    const traits = { passkey_id: passkey.id }
    await audit(dependencies, sql, { user, action: 'passkey_created', traits })
    return passkey
  })
}

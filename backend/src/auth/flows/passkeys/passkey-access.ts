import { createMiddleware } from 'hono/factory'
import { lacksSecondFactor } from '../../domain/sessions/second-factor.ts'
import { type RelyingParty, toRelyingParty } from '../../domain/webauthn/relying-party.ts'
import { errors } from '../../errors.ts'
import type { AuthEnv, AuthRequest } from '../../requests/context.ts'
import type { PasskeyRow } from '../../tables/passkeys.ts'

/** Requires passkeys to be enabled. Runs before all other guards (auth 9.1). */
export const requirePasskeys = createMiddleware<AuthEnv>(async (request, next) => {
  if (!request.var.dependencies.settings.passkeysEnabled) throw errors.passkeyDisabled()
  await next()
})

/** Throws when the member may not add another passkey now. */
export function requirePasskeyAllowed(request: AuthRequest, count: number): void {
  const { dependencies, signedIn } = request.var
  const { user, session } = signedIn
  if (user.is_sso_user) throw errors.ssoPasskey()
  if (lacksSecondFactor(user, session)) throw errors.aal2ForPasskey()
  if (count >= dependencies.settings.maxPasskeys) throw errors.tooManyPasskeys()
}

export function getRelyingParty(request: AuthRequest): RelyingParty {
  return toRelyingParty(request.var.dependencies.settings)
}

/** Returns the passkey as clients see it (auth 9.1). */
export function toPasskeyJson(passkey: PasskeyRow): Record<string, unknown> {
  return {
    id: passkey.id,
    ...(passkey.friendly_name ? { friendly_name: passkey.friendly_name } : {}),
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at ? { last_used_at: passkey.last_used_at.toISOString() } : {}),
  }
}

import { randomUUID } from 'node:crypto'
import type { UserJson } from '../../domain/accounts/user-json.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getAudience } from '../../requests/request-client.ts'
import { roundTrip } from '../../tables/round-trip.ts'

/** Creates the response for a sign-up with a taken address: an invented user that looks like a new one (auth 6.5). */
export async function createPlaceholderUser(
  request: AuthRequest,
  { email, phone, data }: { email: string; phone: string; data: Record<string, unknown> },
): Promise<UserJson> {
  const now = request.var.dependencies.now().toISOString()
  const provider = phone ? 'phone' : 'email'
  const id = randomUUID()
  const { sql, settings } = request.var.dependencies
  const { revealsAccounts, jwtRole } = settings
  const identityData = {
    ...data,
    sub: id,
    ...(email ? { email } : { phone }),
    email_verified: false,
    phone_verified: false,
  }
  // The database orders the keys of objects.
  const stored = await roundTrip(sql, { data, identityData })
  const identity = {
    identity_id: randomUUID(),
    id,
    user_id: id,
    identity_data: stored.identityData,
    provider,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    ...(email ? { email } : {}),
  }
  return {
    id,
    aud: getAudience(request),
    role: revealsAccounts ? '' : jwtRole,
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: stored.data,
    identities: revealsAccounts ? [] : [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

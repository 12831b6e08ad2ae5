import { randomUUID } from 'node:crypto'
import type { UserJson } from '../../domain/accounts/user-json.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getAudience } from '../../requests/request-client.ts'

/** Creates the response for a sign-up with a taken address: a user that does not exist (auth 6.5). */
export function createPlaceholderUser(
  request: AuthRequest,
  { email, phone, data }: { email: string; phone: string; data: Record<string, unknown> },
): UserJson {
  const now = request.var.dependencies.now().toISOString()
  const provider = phone ? 'phone' : 'email'
  return {
    id: randomUUID(),
    aud: getAudience(request),
    role: '',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

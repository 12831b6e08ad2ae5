import { audit } from '../../domain/accounts/audit.ts'
import { toTakenError } from '../../domain/accounts/taken-address.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { requireLinking } from '../../requests/require-linking.ts'
import { deleteIdentity } from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import type { IdentityRow, UserRow } from '../../tables/user-row.ts'
import { lockUser, updateProviders, updateUser } from '../../tables/users.ts'

/** DELETE /user/identities/{id} (auth 7.9). */
export async function unlinkIdentity(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  requireLinking(dependencies, signedIn)
  const id = request.req.param('id')
  if (!isUuid(id)) throw errors.badId('identity_id must be an UUID')
  const audience = request.req.header('x-jwt-aud')
  if (audience && audience !== signedIn.user.aud) throw errors.unexpectedAudience()
  await dependencies.sql.begin(async (sql) => {
    // Locked, so that two requests cannot delete the last two identities together.
    const user = await lockUser(sql, signedIn.user.id)
    if (!user) throw errors.userNotFound()
    if (user.identities.length <= 1) throw errors.singleIdentity()
    const identity = user.identities.find((candidate) => candidate.id === id.toLowerCase())
    if (!identity) throw errors.identityNotFound()
    await unlink(request, sql, user, identity)
  })
  return request.json({})
}

async function unlink(request: AuthRequest, sql: Statements, user: UserRow, identity: IdentityRow): Promise<void> {
  const { dependencies } = request.var
  await deleteIdentity(sql, identity.id)
  if (identity.provider === 'phone') {
    await updateUser(sql, user.id, { phone: null, phone_confirmed_at: null }, dependencies.now())
  } else {
    await moveEmail(request, sql, user, identity)
  }
  await updateProviders(sql, user.id)
  const traits = { identity_id: identity.id, provider: identity.provider, provider_id: identity.provider_id }
  await audit(dependencies, sql, { user, action: 'identity_unlinked', traits })
}

/**
 * Gives the account the address of its oldest verified identity when none has the current one any more. An unverified
 * address never replaces a confirmed one: it may belong to someone else, who could then take over the account.
 */
async function moveEmail(request: AuthRequest, sql: Statements, user: UserRow, gone: IdentityRow): Promise<void> {
  const { dependencies } = request.var
  const remaining = user.identities.filter(({ id, email }) => id !== gone.id && email)
  if (remaining.some(({ email }) => email === user.email?.toLowerCase())) return
  const best = remaining.find(({ identity_data: data }) => data.email_verified === true)
  if (!best && remaining.length > 0) {
    if (user.email_confirmed_at) throw errors.noVerifiedEmail()
    return
  }
  const confirmedAt = best ? (user.email_confirmed_at ?? dependencies.now()) : null
  const change = { email: best?.email ?? null, email_confirmed_at: confirmedAt }
  await updateUser(sql, user.id, change, dependencies.now()).catch((error: unknown) => {
    throw toTakenError(error) ? errors.emailConflict(error) : error
  })
  await clearAllTokens(sql, user.id)
}

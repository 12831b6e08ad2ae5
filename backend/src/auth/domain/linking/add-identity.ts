import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { mergeMetadata } from '../../kernel/values/metadata.ts'
import { createIdentity } from '../../tables/identities.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { updateProviders, updateUser } from '../../tables/users.ts'
import { audit } from '../accounts/audit.ts'
import { getUser } from '../accounts/get-user.ts'
import { type ExternalAccount, toIdentityData } from './external-account.ts'

/** Adds the identity to an account. Fails with a unique violation when a concurrent request has added it. */
export async function addIdentity(
  dependencies: AuthDependencies,
  sql: Statements,
  account: ExternalAccount,
  userId: string,
): Promise<void> {
  const { provider, subject: providerId } = account
  await createIdentity(sql, { userId, provider, providerId, data: toIdentityData(account), now: dependencies.now() })
  await updateProviders(sql, userId)
}

/** Records that the identity was linked to an account. */
export async function auditLinked(
  dependencies: AuthDependencies,
  sql: Statements,
  { provider, subject }: ExternalAccount,
  user: UserRow,
): Promise<void> {
  const traits = { provider, provider_id: subject }
  await audit(dependencies, sql, { user, action: 'identity_linked', traits })
}

/** Merges the provider's claims into the member's metadata. */
export async function mergeIntoUser(
  dependencies: AuthDependencies,
  sql: Statements,
  userId: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { raw_user_meta_data: present } = await getUser(sql, userId)
  await updateUser(sql, userId, { raw_user_meta_data: mergeMetadata(present, data) }, dependencies.now())
}

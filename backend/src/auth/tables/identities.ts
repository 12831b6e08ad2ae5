import type { JSONValue } from 'postgres'
import type { Statements } from './statements.ts'

interface NewIdentity {
  userId: string
  provider: string
  /** The provider's subject; for e-mail and phone the account's id. */
  providerId: string
  data: Record<string, unknown>
  now: Date
}

/** Adds an identity, or changes the data of the one that is there. */
export async function upsertIdentity(sql: Statements, identity: NewIdentity): Promise<void> {
  const data = sql.json(identity.data as JSONValue)
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${identity.providerId}, ${identity.userId}, ${data}, ${identity.provider}, ${identity.now}, ${identity.now}, ${identity.now})
    on conflict (provider_id, provider) do update
    set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`
}

/** Marks the address of an account's own identity as verified. */
export async function setIdentityVerified(
  sql: Statements,
  userId: string,
  provider: 'email' | 'phone',
  now: Date,
): Promise<void> {
  const verified = { [`${provider}_verified`]: true }
  await sql`
    update auth.identities set identity_data = identity_data || ${sql.json(verified)}, updated_at = ${now}
    where user_id = ${userId} and provider = ${provider}`
}

export async function deleteIdentity(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.identities where id = ${id}`
}

/** Blanks the identities of an account that was deleted softly: each provider's subject is free again. */
export async function blankIdentities(
  sql: Statements,
  identities: { id: string; providerId: string }[],
): Promise<void> {
  for (const { id, providerId } of identities) {
    await sql`update auth.identities set provider_id = ${providerId}, identity_data = '{}' where id = ${id}`
  }
}

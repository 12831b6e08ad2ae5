import type { Statements } from '../kernel/dependencies.ts'

interface NewIdentity {
  userId: string
  provider: string
  /** The provider's subject. For email and phone, the account's id. */
  providerId: string
  data: Record<string, unknown>
  now: Date
}

/** Creates an identity, or updates the data of an existing one. */
export async function upsertIdentity(sql: Statements, identity: NewIdentity): Promise<void> {
  const data = sql.json(identity.data)
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${identity.providerId}, ${identity.userId}, ${data}, ${identity.provider}, ${identity.now}, ${identity.now}, ${identity.now})
    on conflict (provider_id, provider) do update
    set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`
}

/** Creates an identity. A taken provider subject is a unique violation. */
export async function createIdentity(sql: Statements, identity: NewIdentity): Promise<void> {
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${identity.providerId}, ${identity.userId}, ${sql.json(identity.data)}, ${identity.provider},
      ${identity.now}, ${identity.now}, ${identity.now})`
}

/** Finds the identity of a provider's subject. */
export async function findIdentity(
  sql: Statements,
  provider: string,
  providerId: string,
): Promise<{ id: string; user_id: string } | undefined> {
  const [identity] = await sql<{ id: string; user_id: string }[]>`
    select id, user_id from auth.identities where provider = ${provider} and provider_id = ${providerId}`
  return identity
}

/** Returns the first of several spellings of a subject under which an identity exists. */
export async function findProviderId(
  sql: Statements,
  provider: string,
  providerIds: string[],
): Promise<string | undefined> {
  const [identity] = await sql<{ provider_id: string }[]>`
    select provider_id from auth.identities where provider = ${provider} and provider_id = any(${providerIds}) limit 1`
  return identity?.provider_id
}

/** Updates an identity at sign-in with the provider's current data. */
export async function refreshIdentity(sql: Statements, identity: NewIdentity): Promise<void> {
  await sql`
    update auth.identities
    set identity_data = ${sql.json(identity.data)}, last_sign_in_at = ${identity.now}, updated_at = ${identity.now}
    where provider = ${identity.provider} and provider_id = ${identity.providerId} and user_id = ${identity.userId}`
}

/**
 * Lists the identities with one of the addresses. An address is proved when the provider has verified it, or when it is
 * the account's own address. Data that a member wrote into a phone identity proves nothing.
 */
export async function listIdentitiesByEmails(
  sql: Statements,
  emails: string[],
): Promise<{ userId: string; provider: string; isProved: boolean }[]> {
  if (emails.length === 0) return []
  return sql<{ userId: string; provider: string; isProved: boolean }[]>`
    select i.user_id as "userId", i.provider,
      i.provider <> 'phone'
        and (coalesce(i.identity_data ->> 'email_verified' = 'true', false) or coalesce(lower(u.email) = i.email, false)) as "isProved"
    from auth.identities i join auth.users u on u.id = i.user_id
    where i.email = any(${emails}) and u.deleted_at is null`
}

/** Deletes all identities of an account except one. */
export async function deleteOtherIdentities(
  sql: Statements,
  userId: string,
  kept: { provider: string; providerId: string },
): Promise<void> {
  await sql`
    delete from auth.identities
    where user_id = ${userId} and not (provider = ${kept.provider} and provider_id = ${kept.providerId})`
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

/** Clears the identities of a soft-deleted account, which frees the providers' subjects. */
export async function anonymizeIdentities(
  sql: Statements,
  identities: { id: string; providerId: string }[],
): Promise<void> {
  for (const { id, providerId } of identities) {
    await sql`update auth.identities set provider_id = ${providerId}, identity_data = '{}' where id = ${id}`
  }
}

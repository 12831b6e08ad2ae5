import type { Statements } from '../kernel/dependencies.ts'

/** A passkey as its member sees it. */
export interface PasskeyRow {
  id: string
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
}

/** A passkey with the data that verifies its signatures. */
export interface PasskeyCredentialRow extends PasskeyRow {
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: string
  transports: string[]
}

/** A new credential, as stored. */
export interface NewCredential {
  /** base64url. */
  id: string
  publicKey: Uint8Array
  aaguid: string
  signCount: number
  transports: string[]
  attestationType: string
  isBackupEligible: boolean
  isBackedUp: boolean
  isUserVerified: boolean
}

/** Lists the passkeys of an account, oldest first. */
export async function listPasskeys(sql: Statements, userId: string): Promise<PasskeyCredentialRow[]> {
  return sql<PasskeyCredentialRow[]>`
    select id, user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at, last_used_at
    from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`
}

/** Finds a passkey by its credential id and locks it until the transaction ends. */
export async function lockPasskeyByCredential(
  sql: Statements,
  credentialId: Buffer,
): Promise<PasskeyCredentialRow | undefined> {
  const [passkey] = await sql<PasskeyCredentialRow[]>`
    select id, user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at, last_used_at
    from auth.webauthn_credentials where credential_id = ${credentialId} for update`
  return passkey
}

/** Creates a passkey. Returns undefined when any account already has the credential. */
export async function createPasskey(
  sql: Statements,
  { userId, name, credential, now }: { userId: string; name: string; credential: NewCredential; now: Date },
): Promise<PasskeyRow | undefined> {
  const [created] = await sql<PasskeyRow[]>`
    insert into auth.webauthn_credentials (
      user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up,
      friendly_name, created_at, updated_at)
    values (
      ${userId}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
      ${credential.attestationType}, ${credential.aaguid}, ${credential.signCount}, ${sql.json(credential.transports)},
      ${credential.isBackupEligible}, ${credential.isBackedUp}, ${name}, ${now}, ${now})
    on conflict (credential_id) do nothing
    returning id, friendly_name, created_at, last_used_at`
  return created
}

/** Records a sign-in. */
export async function updatePasskeyUse(
  sql: Statements,
  id: string,
  { signCount, isBackedUp, now }: { signCount: number; isBackedUp: boolean; now: Date },
): Promise<void> {
  await sql`
    update auth.webauthn_credentials
    set sign_count = ${signCount}, backed_up = ${isBackedUp}, last_used_at = ${now}, updated_at = ${now}
    where id = ${id}`
}

/** Returns undefined when the member has no such passkey. */
export async function updatePasskeyName(
  sql: Statements,
  { id, userId, name, now }: { id: string; userId: string; name: string; now: Date },
): Promise<PasskeyRow | undefined> {
  const [changed] = await sql<PasskeyRow[]>`
    update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${now}
    where id = ${id} and user_id = ${userId}
    returning id, friendly_name, created_at, last_used_at`
  return changed
}

export async function deletePasskeysOfUser(sql: Statements, userId: string): Promise<void> {
  await sql`delete from auth.webauthn_credentials where user_id = ${userId}`
}

/** Returns false when the member has no such passkey. */
export async function deletePasskey(sql: Statements, id: string, userId: string): Promise<boolean> {
  const rows = await sql`delete from auth.webauthn_credentials where id = ${id} and user_id = ${userId} returning id`
  return rows.length > 0
}

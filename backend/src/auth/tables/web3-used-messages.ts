import type { Statements } from '../kernel/dependencies.ts'

/** Records the use of a signed message. Returns false when it was already used, in any process. */
export async function createUsedMessage(
  sql: Statements,
  { hash, expiresAt }: { hash: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await sql`
    insert into auth.web3_used_messages (message_hash, expires_at)
    values (${hash}, ${expiresAt}) on conflict do nothing returning message_hash`
  return rows.length > 0
}

import type { Statements } from '../kernel/dependencies.ts'

interface OutboxKey {
  hash: string
  /** The key of a link works once. The key of a browser that opened a link works until it expires. */
  purpose: 'link' | 'browser'
  expiresAt: Date
}

export async function createOutboxKey(sql: Statements, { hash, purpose, expiresAt }: OutboxKey): Promise<void> {
  await sql`insert into auth.outbox_keys (hash, purpose, expires_at) values (${hash}, ${purpose}, ${expiresAt})`
}

/** Deletes the key of a link. Returns false when it does not exist or has expired. */
export async function claimOutboxLink(sql: Statements, hash: string, now: Date): Promise<boolean> {
  const rows = await sql`
    delete from auth.outbox_keys where hash = ${hash} and purpose = 'link' and expires_at > ${now} returning hash`
  return rows.length > 0
}

/** Returns true for the hash of an unexpired key of a browser. */
export async function hasOutboxBrowser(sql: Statements, hash: string, now: Date): Promise<boolean> {
  const rows = await sql`
    select from auth.outbox_keys where hash = ${hash} and purpose = 'browser' and expires_at > ${now}`
  return rows.length > 0
}

import type { Sql, Transaction } from '../../postgres/statements/sql.ts'

/** Records a blob before it is written, in its own transaction. */
export async function recordBlob(sql: Sql, version: string): Promise<void> {
  await sql`select storage.record_blob(${version})`
}

/**
 * Deletes the record of a blob whose row this transaction writes. Throws when the blob was abandoned in the meantime.
 */
export async function claimBlob(tx: Transaction, version: string): Promise<void> {
  await tx`select storage.claim_blob(${version})`
}

/** Renews the records of blobs that this process is still writing. */
export async function touchPendingBlobs(tx: Transaction, versions: string[]): Promise<void> {
  await tx`update storage.pending_blobs set touched_at = now() where version = any (${versions})`
}

/**
 * Locks records that were not renewed for a time, until the transaction ends. Their processes cannot claim them then.
 */
export async function lockAbandonedBlobs(tx: Transaction, ageSeconds: number, limit: number): Promise<string[]> {
  const rows = await tx<{ version: string }[]>`select version from storage.pending_blobs
    where touched_at < now() - make_interval(secs => ${ageSeconds})
    order by touched_at limit ${limit} for update skip locked`
  return rows.map((row) => row.version)
}

export async function deletePendingBlobs(tx: Transaction, versions: string[]): Promise<void> {
  await tx`delete from storage.pending_blobs where version = any (${versions})`
}

import type { Transaction } from '../../postgres/statements/sql.ts'

/** Queues blobs of resumable uploads for deletion. A trigger does so for objects. */
export async function queueBlobDeletions(tx: Transaction, versions: (string | null)[]): Promise<void> {
  const known = versions.filter((version) => version !== null)
  if (known.length === 0) return
  await tx`insert into storage.blob_deletions (version)
    select version from unnest(${known}::text[]) as version
    on conflict (version) do nothing`
}

/** Locks blobs that are due until the transaction ends. Their rows stay until then. */
export async function lockDueBlobDeletions(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx<{ version: string }[]>`select version from storage.blob_deletions
    where not_before <= now() order by not_before limit ${limit} for update skip locked`
  return rows.map((row) => row.version)
}

export async function deleteBlobDeletions(tx: Transaction, versions: string[]): Promise<void> {
  await tx`delete from storage.blob_deletions where version = any (${versions})`
}

/**
 * Returns the versions that have neither an object, nor a part of an upload, nor a pending write, nor a queued
 * deletion.
 */
export async function listOrphanVersions(tx: Transaction, versions: string[]): Promise<string[]> {
  const rows = await tx<{ version: string }[]>`select version from unnest(${versions}::text[]) as found (version)
    where not exists (select from storage.objects where objects.version = found.version)
      and not exists (select from storage.resumable_parts where resumable_parts.version = found.version)
      and not exists (select from storage.pending_blobs where pending_blobs.version = found.version)
      and not exists (select from storage.blob_deletions where blob_deletions.version = found.version)`
  return rows.map((row) => row.version)
}

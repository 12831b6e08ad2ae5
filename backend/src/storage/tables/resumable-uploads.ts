import type { Transaction } from '../../postgres/statements/sql.ts'
import type { Fragment } from '../../postgres/statements/template.ts'
import type { Owner } from '../kernel/owner.ts'
import { queueBlobDeletions } from './blob-deletions.ts'

/** Clients may continue an upload for a day. */
export const RESUMABLE_LIFETIME_MS = 24 * 60 * 60 * 1000

/** Upload-Metadata, decoded; a key without a value has null. */
export type ResumableMetadata = Record<string, string | null>

/** A started upload of the tus protocol. */
export interface ResumableUpload extends Owner {
  id: string
  bucketId: string
  key: string
  isSigned: boolean
  isUpsert: boolean
  /** In bytes; null while the client has not declared it. */
  size: number | null
  /** Bytes stored so far. */
  received: number
  metadata: ResumableMetadata
  createdAt: Date
  isFinished: boolean
}

/** A range of an upload, stored as its own blob. */
export interface ResumablePart {
  start: number
  size: number
  version: string
  etag: string
}

/** The lifetime of a lock that is not renewed, for example because its process was killed. */
const LOCK_LIFE = '5 seconds'

/** Creates an upload, locked by the request that starts it. */
export async function insertResumableUpload(
  tx: Transaction,
  upload: ResumableUpload,
  lockToken: string,
): Promise<ResumableUpload> {
  const [row] = await tx<ResumableUpload[]>`insert into storage.resumable_uploads
      (id, bucket_id, name, owner, owner_id, is_signed, is_upsert, size, metadata, lock_token, locked_until)
    values (${upload.id}, ${upload.bucketId}, ${upload.key}, ${upload.owner}, ${upload.ownerId}, ${upload.isSigned},
      ${upload.isUpsert}, ${upload.size}, ${JSON.stringify(upload.metadata)}::text::jsonb, ${lockToken},
      now() + ${LOCK_LIFE}::interval)
    returning ${columns(tx)}`
  if (!row) throw new Error('The insert of a resumable upload returned no row.')
  return row
}

export async function findResumableUpload(tx: Transaction, id: string): Promise<ResumableUpload | undefined> {
  const [upload] = await tx<ResumableUpload[]>`
    select ${columns(tx)} from storage.resumable_uploads where id = ${id}`
  return upload
}

/** Sets the size of an upload that was started without one. */
export async function updateResumableSize(tx: Transaction, id: string, size: number): Promise<void> {
  await tx`update storage.resumable_uploads set size = ${size} where id = ${id} and size is null`
}

/** Acquires the lock if it is free or expired, else requests the holder to release it. */
export async function acquireResumableLock(
  tx: Transaction,
  id: string,
  lockToken: string,
): Promise<'taken' | 'held' | 'missing'> {
  const [row] = await tx<{ token: string }[]>`update storage.resumable_uploads set
      lock_token = case when locked_until > now() then lock_token else ${lockToken}::uuid end,
      is_lock_wanted = locked_until > now() is true,
      locked_until = case when locked_until > now() then locked_until else now() + ${LOCK_LIFE}::interval end
    where id = ${id} returning lock_token as token`
  if (!row) return 'missing'
  return row.token === lockToken ? 'taken' : 'held'
}

/** Renews the lock. Returns `wanted` when another request waits for it, and `lost` when another one holds it. */
export async function renewResumableLock(
  tx: Transaction,
  id: string,
  lockToken: string,
): Promise<'kept' | 'wanted' | 'lost'> {
  const [row] = await tx<{ isWanted: boolean }[]>`update storage.resumable_uploads
    set locked_until = now() + ${LOCK_LIFE}::interval
    where id = ${id} and lock_token = ${lockToken} returning is_lock_wanted as "isWanted"`
  if (!row) return 'lost'
  return row.isWanted ? 'wanted' : 'kept'
}

export async function releaseResumableLock(tx: Transaction, id: string, lockToken: string): Promise<void> {
  await tx`update storage.resumable_uploads set lock_token = null, locked_until = null, is_lock_wanted = false
    where id = ${id} and lock_token = ${lockToken}`
}

/** Records a part after the existing ones; returns false when the lock was lost or another part was first. */
export async function insertResumablePart(
  tx: Transaction,
  id: string,
  lockToken: string,
  part: ResumablePart,
): Promise<boolean> {
  const rows = await tx`with grown as (
      update storage.resumable_uploads set received = received + ${part.size}
      where id = ${id} and lock_token = ${lockToken} and received = ${part.start} and finished_at is null
      returning id
    )
    insert into storage.resumable_parts (upload_id, start, size, version, etag)
    select id, ${part.start}, ${part.size}, ${part.version}, ${part.etag} from grown returning start`
  return rows.length > 0
}

/** Lists the parts of an upload in order, from the first byte on. */
export async function listResumableParts(tx: Transaction, id: string): Promise<ResumablePart[]> {
  return tx<ResumablePart[]>`select start::float8 as start, size::float8 as size, version, etag
    from storage.resumable_parts where upload_id = ${id} order by start`
}

/**
 * Finishes an upload whose object is written in this transaction; returns false when the lock was lost. Queues its
 * parts for deletion, except the version that became the object.
 */
export async function finishResumableUpload(
  tx: Transaction,
  id: string,
  lockToken: string,
  keptVersion: string,
): Promise<boolean> {
  const finished = await tx`update storage.resumable_uploads set finished_at = now(), received = size
    where id = ${id} and lock_token = ${lockToken} and finished_at is null returning id`
  const parts = await tx<
    { version: string }[]
  >`delete from storage.resumable_parts where upload_id = ${id} returning version`
  await queueBlobDeletions(
    tx,
    parts.map((part) => part.version).filter((version) => version !== keptVersion),
  )
  return finished.length > 0
}

/** Deletes an upload and queues its parts for deletion. */
export async function deleteResumableUpload(tx: Transaction, id: string): Promise<void> {
  await deleteUploads(tx, tx.fragment`id = ${id}`)
}

/** Deletes up to `limit` uploads that were started before a time; returns how many. */
export async function deleteResumableUploadsBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  return deleteUploads(
    tx,
    tx.fragment`id in (select id from storage.resumable_uploads where created_at < ${before} limit ${limit} for update skip locked)`,
  )
}

async function deleteUploads(tx: Transaction, condition: Fragment): Promise<number> {
  const rows = await tx<{ versions: string[] }[]>`delete from storage.resumable_uploads where ${condition}
    returning array(select version from storage.resumable_parts where upload_id = resumable_uploads.id) as versions`
  await queueBlobDeletions(
    tx,
    rows.flatMap((row) => row.versions),
  )
  return rows.length
}

const columns = (tx: Transaction) => tx.fragment`id, bucket_id as "bucketId", name as key, owner, owner_id as "ownerId",
  is_signed as "isSigned", is_upsert as "isUpsert", size::float8 as size, received::float8 as received, metadata,
  created_at as "createdAt", finished_at is not null as "isFinished"`

import type { Sql, Transaction } from '../../postgres/statements/sql.ts'
import { type Scope, toScopeSettings } from '../kernel/scope.ts'
import { type BucketRow, bucketColumns } from './buckets.ts'

/** The content of objects.metadata. Rows written by other tools may lack any field. */
export interface ObjectMetadata {
  eTag?: string
  size?: number
  mimetype?: string
  cacheControl?: string
  contentEncoding?: string
  lastModified?: string
  contentLength?: number
  httpStatusCode?: number
  xRobotsTag?: string
}

export interface ObjectRow {
  id: string
  name: string
  bucket_id: string
  owner: string | null
  owner_id: string | null
  version: string | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
}

export interface NewObject {
  bucketId: string
  key: string
  owner: string | null
  ownerId: string | null
  version: string
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown>
}

const columns = (sql: Sql | Transaction) => sql.fragment`
  id, name, bucket_id, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata`

export async function findObject(tx: Transaction, bucketId: string, key: string): Promise<ObjectRow | undefined> {
  const [object] = await tx<ObjectRow[]>`
    select ${columns(tx)} from storage.objects where bucket_id = ${bucketId} and name = ${key}`
  return object
}

/**
 * The kind of access under which an object is looked up. `visible` applies RLS, `readable` only in private buckets;
 * `public` and `anonymous` require a public bucket.
 */
export type ObjectAccess = 'visible' | 'readable' | 'anonymous' | 'public'

/**
 * Finds an object in one statement with its own transaction. Looks at the bucket only where the access depends
 * on it.
 */
export async function findObjectFor(
  sql: Sql,
  scope: Scope,
  access: ObjectAccess,
  { bucketId, key }: { bucketId: string; key: string },
): Promise<{ hasBucket: boolean; object: ObjectRow | undefined }> {
  const [row] = await sql.preferring(scope.role)<(ObjectRow & { has_bucket: boolean })[]>`select has_bucket, (object).*
    from storage.find_object(${toScopeSettings(scope)}::text[], ${access}, ${bucketId}, ${key})`
  if (!row) throw new Error('The search for an object returned no row.')
  const { has_bucket: hasBucket, ...object } = row
  return { hasBucket, object: object.id === null ? undefined : object }
}

/**
 * Throws PostgreSQL's error unless the caller may write the object. Writes it and rolls back, in a transaction of its
 * own.
 */
export async function testUpload(sql: Sql, scope: Scope, object: NewObject, isUpsert: boolean): Promise<void> {
  await sql.preferring(
    scope.role,
  )`select storage.test_upload(${toScopeSettings(scope)}::text[], ${isUpsert}, ${values(sql, object)})`
}

/**
 * Records the version of a blob and returns the bucket, or undefined when it is missing. Before that, throws
 * PostgreSQL's error unless the caller may write the object or `isAllowedBeforehand` is set. In its own transaction.
 */
export async function beginUploadAs(
  sql: Sql,
  scope: Scope,
  object: NewObject,
  { isUpsert, isAllowedBeforehand }: { isUpsert: boolean; isAllowedBeforehand: boolean },
  version: string,
): Promise<BucketRow | undefined> {
  const [bucket] = await sql.preferring(scope.role)<BucketRow[]>`select ${bucketColumns(sql)} from storage.begin_upload(
    ${toScopeSettings(scope)}::text[], ${isUpsert}, ${isAllowedBeforehand}, ${values(sql, object)}, ${version})`
  return bucket
}

/** Calls {@link replaceObject}, bypassing RLS, in its own transaction. */
export async function commitUpload(
  sql: Sql,
  scope: Scope,
  object: NewObject,
  isUpsert: boolean,
): Promise<ObjectRow | undefined> {
  const [row] = await sql.preferring(scope.role)<ObjectRow[]>`select ${columns(sql)} from storage.commit_upload(
    ${toScopeSettings(scope)}::text[], ${isUpsert}, ${values(sql, object)})`
  return row
}

/**
 * Locks the key and writes the object's row; a trigger queues the version that it replaces. Returns undefined
 * when an object exists and must not be replaced.
 */
export async function replaceObject(
  tx: Transaction,
  object: NewObject,
  isUpsert: boolean,
): Promise<ObjectRow | undefined> {
  const [row] = await tx<ObjectRow[]>`select ${columns(tx)} from storage.replace_object(
    ${isUpsert}, ${values(tx, object)})`
  return row
}

const values = (sql: Sql | Transaction, object: NewObject) => sql.fragment`
  ${object.bucketId}, ${object.key}, ${object.owner}::uuid, ${object.ownerId}, ${object.version},
  ${JSON.stringify(object.metadata)}::text::jsonb, ${JSON.stringify(object.userMetadata)}::text::jsonb`

/** Allows one writer per key, even while there is no row to lock. */
export async function lockKey(tx: Transaction, bucketId: string, key: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${bucketId}/${key}`}, 0))`
}

/** Moves an object; the owner changes only if the caller has a subject. Returns false when no row may be changed. */
export async function moveObject(
  tx: Transaction,
  from: { bucketId: string; key: string },
  to: { bucketId: string; key: string; owner: string | null; ownerId: string | null },
): Promise<boolean> {
  const rows = await tx`update storage.objects set
      bucket_id = ${to.bucketId}, name = ${to.key},
      owner = case when ${to.ownerId === null} then owner else ${to.owner}::uuid end,
      owner_id = coalesce(${to.ownerId}, owner_id)
    where bucket_id = ${from.bucketId} and name = ${from.key} returning id`
  return rows.length > 0
}

/** An object to delete: any version, or only this one. */
export interface DeletedEntry {
  path: string
  versionId: string | null
}

/** Deletes what the caller may see and delete; returns the deleted rows. */
export async function deleteObjects(tx: Transaction, bucketId: string, entries: DeletedEntry[]): Promise<ObjectRow[]> {
  const keys = entries.map(({ path }) => path)
  const anyVersion = entries.filter(({ versionId }) => versionId === null).map(({ path }) => path)
  const places = entries.map(({ path, versionId }) => `${versionId}/${path}`)
  return tx<ObjectRow[]>`delete from storage.objects
    where bucket_id = ${bucketId} and name = any (${keys})
      and (name = any (${anyVersion}) or version || '/' || name = any (${places}))
    returning ${columns(tx)}`
}

/** Returns the database's time as text, without loss of precision. */
export async function readClock(tx: Transaction): Promise<string> {
  const [row] = await tx<{ now: string }[]>`select clock_timestamp()::text as now`
  if (!row) throw new Error('The query for the time returned no row.')
  return row.now
}

/** Deletes up to 500 objects that were created before a time. */
export async function deleteOldObjects(tx: Transaction, bucketId: string, before: string): Promise<ObjectRow[]> {
  return tx<ObjectRow[]>`delete from storage.objects where id in (
      select id from storage.objects where bucket_id = ${bucketId} and created_at < ${before}::timestamptz
      limit 500 for update skip locked)
    returning ${columns(tx)}`
}

/** Counts up to `limit` objects. */
export async function countObjects(tx: Transaction, bucketId: string, limit: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from (
    select from storage.objects where bucket_id = ${bucketId} limit ${limit}) as counted`
  return row?.count ?? 0
}

/** Returns the keys that the caller may see. */
export async function listVisibleKeys(tx: Transaction, bucketId: string, keys: string[]): Promise<Set<string>> {
  const rows = await tx<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${bucketId} and name = any (${keys})`
  return new Set(rows.map((row) => row.name))
}

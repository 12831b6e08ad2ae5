import type { Sql, Transaction } from '../../postgres/statements/sql.ts'
import { type Scope, toScopeSettings } from '../kernel/scope.ts'

export interface BucketRow {
  id: string
  name: string
  owner: string | null
  public: boolean
  created_at: Date
  updated_at: Date
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export interface NewBucket {
  id: string
  name: string
  owner: string | null
  ownerId: string | null
  isPublic: boolean
  fileSizeLimit: number | null
  allowedMimeTypes: string[] | null
}

/** Undefined fields stay unchanged. */
export interface BucketChanges {
  isPublic: boolean | undefined
  fileSizeLimit: number | null | undefined
  allowedMimeTypes: string[] | null | undefined
}

/** The columns of a {@link BucketRow}. */
export const bucketColumns = (sql: Sql | Transaction) => sql.fragment`
  id, name, owner, public, created_at, updated_at, file_size_limit::float8 as file_size_limit, allowed_mime_types`

/** Inserts without `returning`, because creating a bucket does not require permission to see it. */
export async function insertBucket(tx: Transaction, bucket: NewBucket): Promise<void> {
  await tx`insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
    values (${bucket.id}, ${bucket.name}, ${bucket.owner}, ${bucket.ownerId}, ${bucket.isPublic},
      ${bucket.fileSizeLimit}, ${bucket.allowedMimeTypes})`
}

export async function findBucket(tx: Transaction, id: string): Promise<BucketRow | undefined> {
  const [bucket] = await tx<BucketRow[]>`select ${bucketColumns(tx)} from storage.buckets where id = ${id}`
  return bucket
}

/** Finds a bucket, bypassing RLS, in one statement with its own transaction. */
export async function findBucketAsService(sql: Sql, scope: Scope, id: string): Promise<BucketRow | undefined> {
  const [bucket] = await sql.preferring(scope.role)<BucketRow[]>`
    select ${bucketColumns(sql)} from storage.find_bucket(${toScopeSettings(scope)}::text[], ${id})`
  return bucket
}

export interface BucketListing {
  limit: number | undefined
  offset: number
  sortColumn: 'id' | 'name' | 'created_at' | 'updated_at' | undefined
  isDescending: boolean
  search: string | undefined
}

export async function listBuckets(tx: Transaction, listing: BucketListing): Promise<BucketRow[]> {
  const direction = listing.isDescending ? tx.fragment`desc` : tx.fragment`asc`
  const order = listing.sortColumn
    ? tx.fragment`order by ${tx.identifier(listing.sortColumn)} ${direction}`
    : tx.fragment``
  const wanted = listing.search ? tx.fragment`where strpos(lower(name), lower(${listing.search})) > 0` : tx.fragment``
  return tx<BucketRow[]>`select ${bucketColumns(tx)} from storage.buckets ${wanted} ${order}
    limit ${listing.limit ?? null} offset ${listing.offset}`
}

/** Returns false when the bucket does not exist or RLS hides it. */
export async function updateBucket(tx: Transaction, id: string, changes: BucketChanges): Promise<boolean> {
  const rows = await tx`update storage.buckets set
      public = coalesce(${changes.isPublic ?? null}, public),
      file_size_limit = case when ${changes.fileSizeLimit === undefined}
        then file_size_limit else ${changes.fileSizeLimit ?? null}::bigint end,
      allowed_mime_types = case when ${changes.allowedMimeTypes === undefined}
        then allowed_mime_types else ${changes.allowedMimeTypes ?? null}::text[] end,
      updated_at = now()
    where id = ${id} returning id`
  return rows.length > 0
}

export async function deleteBucket(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx`delete from storage.buckets where id = ${id} returning id`
  return rows.length > 0
}

/** Locks the bucket against new objects and returns whether it has any; undefined when there is no such bucket. */
export async function lockBucket(tx: Transaction, id: string): Promise<{ hasObjects: boolean } | undefined> {
  const [row] = await tx<{ hasObjects: boolean }[]>`
    select exists (select from storage.objects where bucket_id = ${id}) as "hasObjects"
    from (select id from storage.buckets where id = ${id} for update) as locked`
  return row
}

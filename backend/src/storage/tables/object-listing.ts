import type { Sql, Transaction } from '../../postgres/statements/sql.ts'
import { asUser, type Scope, toScopeSettings } from '../kernel/scope.ts'
import type { ObjectMetadata } from './objects.ts'

/** A file or, with a null id, a folder. */
export interface ListedEntry {
  name: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: ObjectMetadata | null
}

export type SortColumn = 'name' | 'updated_at' | 'created_at' | 'last_accessed_at'
export type SortOrder = 'asc' | 'desc'

export interface FolderListing {
  bucketId: string
  /** Empty, or ending in a slash. */
  folder: string
  limit: number
  offset: number
  search: string
  sortColumn: SortColumn
  sortOrder: SortOrder
}

/** Walking the index this far takes almost as long as reading 100,000 entries and sorting them. */
const WALK_LIMIT = 40_000

/**
 * Lists one level of a folder with relative names, in its own transaction. By name, the first pages take time in
 * proportion to the entries skipped and returned; by a time, and on later pages, in proportion to the size of the
 * level.
 */
export async function listFolder(sql: Sql, scope: Scope, listing: FolderListing): Promise<ListedEntry[]> {
  const { bucketId, folder, search, limit, offset, sortColumn, sortOrder } = listing
  if (sortColumn !== 'name' || offset + limit > WALK_LIMIT) {
    return asUser(
      sql,
      scope,
      (tx) => tx<ListedEntry[]>`select name, id, updated_at, created_at, last_accessed_at, metadata
        from storage.search(${folder}, ${bucketId}, ${limit}, 1, ${offset}, ${search}, ${sortColumn}, ${sortOrder})`,
    )
  }
  return sql.preferring(scope.role)<ListedEntry[]>`select name, id, updated_at, created_at, last_accessed_at, metadata
    from storage.list_folder(${toScopeSettings(scope)}::text[], ${bucketId}, ${folder}, ${search}, ${sortOrder === 'desc'},
      ${limit}, ${offset})`
}

/** The last entry that the client has seen: its key, or the folder with its slash, and its time when sorted by one. */
export interface ListPosition {
  name: string
  time: string
}

export interface PrefixListing {
  bucketId: string
  prefix: string
  limit: number
  sortColumn: SortColumn
  sortOrder: SortOrder
  position: ListPosition | undefined
}

/** Lists files and folders one level below a prefix, with full keys; those of folders end in a slash. */
export async function listLevel(tx: Transaction, listing: PrefixListing): Promise<ListedEntry[]> {
  return tx<ListedEntry[]>`select name, id, updated_at, created_at, last_accessed_at, metadata
    from storage.search_v2(${listing.prefix}, ${listing.bucketId}, ${listing.limit}, 1,
      ${listing.position?.name ?? ''}, ${listing.sortOrder}, ${listing.sortColumn}, ${listing.position?.time ?? ''})`
}

/** Lists every file below a prefix at any depth. Text comparisons bound the index scan, even under RLS. */
export async function listBelow(tx: Transaction, listing: PrefixListing): Promise<ListedEntry[]> {
  const { prefix, position, sortColumn } = listing
  const isDescending = listing.sortOrder === 'desc'
  const direction = isDescending ? tx.fragment`desc` : tx.fragment`asc`
  const beyond = isDescending ? tx.fragment`<` : tx.fragment`>`
  const time = sortColumn === 'name' ? undefined : tx.fragment`date_trunc('milliseconds', ${tx.identifier(sortColumn)})`
  const place = time ? tx.fragment`(${time}, name collate "C")` : tx.fragment`name collate "C"`
  const seenPlace = time
    ? tx.fragment`(${position?.time || null}::timestamptz, ${position?.name ?? ''}::text collate "C")`
    : tx.fragment`${position?.name ?? ''}::text collate "C"`
  const order = time
    ? tx.fragment`${time} ${direction}, name collate "C" ${direction}`
    : tx.fragment`name collate "C" ${direction}`
  return tx<ListedEntry[]>`select name, id, updated_at, created_at, last_accessed_at, metadata from storage.objects
    where bucket_id = ${listing.bucketId}
      and name collate "C" >= ${prefix} and name collate "C" < ${prefix} || chr(1114111)
      ${position ? tx.fragment`and ${place} ${beyond} ${seenPlace}` : tx.fragment``}
    order by ${order} limit ${listing.limit}`
}

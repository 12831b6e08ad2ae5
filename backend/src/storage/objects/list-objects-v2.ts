import * as v from 'valibot'
import type { Transaction } from '../../postgres/statements/sql.ts'
import { requireBucketName } from '../kernel/names.ts'
import { asUser } from '../kernel/scope.ts'
import { WholeNumber } from '../kernel/shapes.ts'
import { formatTime } from '../kernel/times.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { type ListedEntry, listBelow, listLevel, type PrefixListing } from '../tables/object-listing.ts'
import { findObject } from '../tables/objects.ts'
import { formatListCursor, parseListCursor } from './list-cursor.ts'
import { toEntryBody } from './list-objects.ts'
import { VersionChoice, wantsOnlyOthers } from './listed-versions.ts'

const LIMIT = 1000
const Body = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(
    v.pipe(WholeNumber, v.minValue(1, 'must be >= 1'), v.maxValue(LIMIT, `must be <= ${LIMIT}`)),
    LIMIT,
  ),
  cursor: v.optional(v.string()),
  with_delimiter: v.optional(v.boolean(), false),
  ...VersionChoice,
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'created_at', 'updated_at']), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    { column: 'name', order: 'asc' },
  ),
})

/** Lists everything below a prefix, or one level of it with folders, in pages (storage 7). */
export const listObjectsV2: Endpoint<Body> = {
  operation: 'storage.object.list_v2',
  body: Body,
  async handle({ sql }, { scope, bucketId }, body) {
    const cursor = body.cursor === undefined ? undefined : parseListCursor(body.cursor)
    const listing: PrefixListing = {
      bucketId: requireBucketName(bucketId),
      prefix: body.prefix,
      // One extra entry shows whether there is a next page.
      limit: body.limit + 1,
      sortColumn: cursor?.sortColumn ?? body.sortBy.column,
      sortOrder: cursor?.sortOrder ?? body.sortBy.order,
      position: cursor,
    }
    const found = wantsOnlyOthers(body) ? [] : await asUser(sql, scope, (tx) => listEntries(tx, body, listing))
    const entries = found.slice(0, body.limit)
    const last = found.length > body.limit ? entries.at(-1) : undefined
    return Response.json({
      hasNext: last !== undefined,
      ...(last ? { nextCursor: toCursor(last, listing), nextCursorKey: last.name } : {}),
      folders: entries.filter((entry) => entry.id === null).map(toKeyedBody),
      objects: entries
        .filter((entry) => entry.id !== null)
        .map((entry) => (body.with_delimiter ? toKeyedBody(entry) : toEntryBody(entry))),
    })
  },
}

type Body = v.InferOutput<typeof Body>

async function listEntries(tx: Transaction, body: Body, listing: PrefixListing): Promise<ListedEntry[]> {
  if (!body.exactMatch) return body.with_delimiter ? listLevel(tx, listing) : listBelow(tx, listing)
  const object = await findObject(tx, listing.bucketId, listing.prefix)
  return object ? [object] : []
}

function toKeyedBody(entry: ListedEntry) {
  const key = entry.name.replace(/\/$/, '').split('/').at(-1)
  return { key, ...toEntryBody(entry) }
}

function toCursor(last: ListedEntry, { sortColumn, sortOrder }: PrefixListing): string {
  const column = sortColumn === 'created_at' || sortColumn === 'updated_at' ? sortColumn : 'name'
  const time = column === 'name' ? null : last[column]
  return formatListCursor({ name: last.name, time: formatTime(time) ?? '', sortColumn: column, sortOrder })
}

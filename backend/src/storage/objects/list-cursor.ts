import * as v from 'valibot'
import { invalidParameter } from '../errors.ts'

const Cursor = v.object({
  name: v.string(),
  time: v.string(),
  sortColumn: v.picklist(['name', 'created_at', 'updated_at']),
  sortOrder: v.picklist(['asc', 'desc']),
})

/** The position and order of a list. They override the order of the new request. */
export type ListCursor = v.InferOutput<typeof Cursor>

export function formatListCursor(cursor: ListCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64')
}

/** Parses the cursor of a next page. Throws when it is not one that this service has created. */
export function parseListCursor(text: string): ListCursor {
  try {
    const cursor = v.parse(Cursor, JSON.parse(Buffer.from(text, 'base64').toString('utf8')))
    if (cursor.time !== '' && Number.isNaN(Date.parse(cursor.time)))
      throw new Error('The cursor contains an invalid time.')
    return cursor
  } catch {
    throw invalidParameter('continuation token')
  }
}

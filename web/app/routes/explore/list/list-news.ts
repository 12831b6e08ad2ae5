import { getMemberName } from '#app/features/account/members/member-name.ts'
import type { ListItem, ListPage } from './list-page.ts'

/** The time for which an addition is marked as new. */
const NEWS_MS = 10 * 60_000

/**
 * Returns who added an item a moment ago, for members of the list. Null for older items, the reader's own items and
 * readers who are not members of the list.
 */
export function describeNews(
  { added_by, added_at }: Pick<ListItem, 'added_by' | 'added_at'>,
  reader: { id: string | undefined; role: ListPage['role'] },
  now: number,
): string | null {
  if (!reader.role || !added_by || added_by.id === reader.id || now - Date.parse(added_at) > NEWS_MS) return null
  return `Added by ${getMemberName(added_by)}, just now`
}

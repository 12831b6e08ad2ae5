import { profileUrl } from '#app/features/account/members/member-url.ts'
import { listUrl } from '#app/features/lists/list-url.ts'
import { sortPhotos } from '#app/features/spots/exports/exported-spot.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The maximum number of pages per part, by the protocol. */
export const PART_PAGES = 50_000
/** The number of rows per query. */
const QUERY_ROWS = 1000
/**
 * The maximum number of pictures per spot. Search engines read up to 1,000 per page, but more than a few add nothing.
 */
const MAX_PHOTOS = 10
const WIDEST = 1920

/** The kinds of pages that visitors can open. City pages and stories need an account. */
export const sitemapKinds = ['pages', 'spots', 'lists', 'members'] as const
export type SitemapKind = (typeof sitemapKinds)[number]

/** Returns true if a text is a kind. */
export function isSitemapKind(text: string): text is SitemapKind {
  return sitemapKinds.some((kind) => kind === text)
}

/** A page of the sitemap. Paths are relative to the site, the time is ISO 8601. */
export interface SitemapPage {
  path: string
  lastmod: string | null
  photos?: string[]
}

/** Selects the rows of a kind in the order of their keys. */
function selectRows(visitor: Supabase, kind: Exclude<SitemapKind, 'pages'>, after: string) {
  if (kind === 'members') {
    const members = visitor.from('profiles').select('id, username, created_at').not('username', 'is', null)
    return (after ? members.gt('id', after) : members).order('id')
  }
  if (kind === 'lists') {
    const lists = visitor.from('lists').select('id, updated_at').eq('visibility', 'public').eq('kind', 'own')
    return lists.is('hidden_at', null).gt('id', after).order('id')
  }
  return visitor
    .from('spots')
    .select('id, updated_at, photos!photos_spot_id_fkey(id, width, position, created_at)')
    .eq('visibility', 'public')
    .in('status', ['published', 'closed'])
    .gt('id', after)
    .order('id')
}

type Row = { id: string; updated_at?: string; username?: string; photos?: Photo[] }
type Photo = { id: string; width: number; position: number; created_at: string }

function getRows(response: Parameters<typeof findData<unknown>>[0]): Row[] {
  return (findData(response) ?? []) as Row[]
}

/** Lists the keys after which the parts of a kind begin, each with the time of the last change of the kind. */
export async function listPartStarts(
  visitor: Supabase,
  kind: SitemapKind,
): Promise<{ after: string; lastmod: string | null }[]> {
  if (kind === 'pages') return [{ after: '', lastmod: null }]
  const lastmod = kind === 'members' ? null : await findLastChange(visitor, kind)
  const starts = [{ after: '', lastmod }]
  for (;;) {
    const { after } = starts.at(-1) ?? { after: '' }
    const rows = getRows(await selectRows(visitor, kind, after).range(PART_PAGES - 1, PART_PAGES - 1))
    const last = rows[0]?.id
    if (!last) return starts
    starts.push({ after: last, lastmod })
  }
}

/** Uses the newest publication or list as the date of the last change, because an index finds it quickly. */
async function findLastChange(visitor: Supabase, kind: 'spots' | 'lists'): Promise<string | null> {
  const query =
    kind === 'spots'
      ? visitor
          .from('spots')
          .select('updated_at')
          .eq('visibility', 'public')
          .eq('status', 'published')
          .order('published_at', { ascending: false })
      : visitor.from('lists').select('updated_at').eq('visibility', 'public').order('updated_at', { ascending: false })
  const [row] = getRows(await query.limit(1))
  return row?.updated_at ? new Date(row.updated_at).toISOString() : null
}

/** Yields the pages of a part, as many at a time as one query returns. */
export async function* readPart(visitor: Supabase, kind: SitemapKind, start: string): AsyncGenerator<SitemapPage[]> {
  if (kind === 'pages') {
    yield ['/', '/about', '/explore'].map((path) => ({ path, lastmod: null }))
    return
  }
  let after = start
  for (let count = 0; count < PART_PAGES; ) {
    const rows = getRows(await selectRows(visitor, kind, after).limit(QUERY_ROWS))
    yield rows.map((row) => toPage(kind, row))
    count += rows.length
    if (rows.length < QUERY_ROWS) return
    after = rows.at(-1)?.id ?? ''
  }
}

function toPage(kind: Exclude<SitemapKind, 'pages'>, { id, updated_at, username = '', photos = [] }: Row): SitemapPage {
  const lastmod = updated_at ? new Date(updated_at).toISOString() : null
  if (kind === 'members') return { path: profileUrl(username), lastmod }
  if (kind === 'lists') return { path: listUrl(id), lastmod }
  const shown = sortPhotos(photos).slice(0, MAX_PHOTOS)
  const paths = shown.map((photo) => `/photo/${photo.id}/${Math.min(photo.width, WIDEST)}.webp`)
  return { path: `/spot/${id}`, lastmod, photos: paths }
}

import { findData, type Supabase } from '#app/lib/supabase.ts'

const PAGE_ROWS = 1000
const REPORT =
  'id, spot_id, post_id, photo_id, review_id, comment_id, list_id, member_id, reason, body, status, resolution, resolved_at, created_at'

/** Returns a member's own data as the database stores it, for the data export. Photos are referenced by their paths. */
export async function collectAccountExport(supabase: Supabase, memberId: string) {
  const [profile, spots, posts, photos, reviews, comments, lists, follows, blocks, notifications, sent, settings] =
    await Promise.all([
      supabase.from('users').select('*').eq('id', memberId).maybeSingle(),
      listAll((from, to) =>
        supabase
          .from('spots')
          .select('*, spot_exact_points(lng, lat, address)')
          .eq('author_id', memberId)
          .order('id')
          .range(from, to),
      ),
      listAll((from, to) =>
        supabase
          .from('posts')
          .select('*, post_spots(spot_id, position)')
          .eq('author_id', memberId)
          .order('id')
          .range(from, to),
      ),
      listAll((from, to) => supabase.from('photos').select('*').eq('author_id', memberId).order('id').range(from, to)),
      listAll((from, to) => supabase.from('reviews').select('*').eq('author_id', memberId).order('id').range(from, to)),
      listAll((from, to) =>
        supabase.from('comments').select('*').eq('author_id', memberId).order('id').range(from, to),
      ),
      listAll((from, to) =>
        supabase
          .from('lists')
          .select('*, list_items(spot_id, note, position, created_at)')
          .eq('author_id', memberId)
          .order('id')
          .range(from, to),
      ),
      listAll((from, to) =>
        supabase.from('follows').select('*').eq('follower_id', memberId).order('id').range(from, to),
      ),
      listAll((from, to) =>
        supabase.from('blocks').select('*').eq('blocker_id', memberId).order('blocked_id').range(from, to),
      ),
      listAll((from, to) => supabase.from('notifications').select('*').order('id').range(from, to)),
      collectSent(supabase, memberId),
      collectSettings(supabase),
    ])
  return {
    ...{ profile: findData(profile), spots, posts, photos, reviews, comments, lists, follows, blocks, notifications },
    ...sent,
    ...settings,
  }
}

/**
 * Returns what the member suggested, reported, has not published yet and put on lists of others, without what only
 * moderators read of it.
 */
async function collectSent(supabase: Supabase, memberId: string) {
  const [suggestions, reports, drafts, memberships] = await Promise.all([
    listAll((from, to) =>
      supabase
        .from('suggestions')
        .select('id, spot_id, kind, changes, duplicate_of, reason, status, decisions, answer, decided_at, created_at')
        .eq('author_id', memberId)
        .order('id')
        .range(from, to),
    ),
    listAll((from, to) =>
      supabase.from('reports').select(REPORT).eq('reporter_id', memberId).order('id').range(from, to),
    ),
    listAll((from, to) =>
      supabase
        .from('post_drafts')
        .select('post_id, story, base_version, version, updated_at')
        .eq('user_id', memberId)
        .order('post_id')
        .range(from, to),
    ),
    listAll((from, to) =>
      supabase
        .from('list_members')
        .select('list_id, role, created_at, lists(title, list_items(spot_id, note, created_at))')
        .eq('member_id', memberId)
        .eq('lists.list_items.added_by', memberId)
        .order('list_id')
        .range(from, to),
    ),
  ])
  return { suggestions, reports, post_drafts: drafts, list_memberships: memberships.map(flattenMembership) }
}

/** Returns a list of another member in the shape of the archive. RLS may hide the list itself. */
function flattenMembership<Row extends { lists: { title: string; list_items: unknown[] } | null }>({
  lists,
  ...row
}: Row) {
  return { ...row, title: lists?.title ?? null, items: lists?.list_items ?? [] }
}

/** Returns the notification settings of the member: a few rows. */
async function collectSettings(supabase: Supabase) {
  const [preferences, schedules] = await Promise.all([
    supabase.from('notification_preferences').select('topic, in_app, mail').order('topic'),
    supabase.from('mail_schedules').select('digest_hour, time_zone'),
  ])
  return { notification_preferences: findData(preferences) ?? [], mail_schedules: findData(schedules) ?? [] }
}

type QueryResult<Row> = Parameters<typeof findData<Row[] | null>>[0]

/** Reads all rows of a query, page by page beyond the row limit of one response. */
async function listAll<Row>(readPage: (from: number, to: number) => PromiseLike<QueryResult<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = findData(await readPage(rows.length, rows.length + PAGE_ROWS - 1)) ?? []
    rows.push(...page)
    if (page.length < PAGE_ROWS) return rows
  }
}

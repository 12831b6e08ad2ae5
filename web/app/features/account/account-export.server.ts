import { findData, type Supabase } from '#app/lib/supabase.ts'

const PAGE_ROWS = 1000

/** Returns a member's own data as the database stores it, for the data export. Photos are referenced by their paths. */
export async function collectAccountExport(supabase: Supabase, memberId: string) {
  const [profile, spots, posts, photos, reviews, comments, lists, follows, blocks, notifications, settings] =
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
      collectSettings(supabase),
    ])
  return {
    ...{ profile: findData(profile), spots, posts, photos, reviews, comments, lists, follows, blocks, notifications },
    ...settings,
  }
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

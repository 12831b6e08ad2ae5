import * as v from 'valibot'
import { FollowState } from '#app/features/account/members/follow-state.ts'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { CitySummary } from '#app/features/spots/city-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { isTimestamp } from '#app/lib/is-timestamp.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/**
 * The fields of every entry: the day in the member's time zone, the time of the newest item and the number of items.
 */
const Common = { day: v.string(), at: v.string(), count: v.number() }

const SpotsEntry = v.object({
  ...Common,
  kind: v.literal('spots'),
  actor: v.nullable(MemberSummary),
  /** The city of all the spots, if they are in one. */
  city: v.nullable(CitySummary),
  spots: v.array(SpotSummary),
})

const CityEntry = v.object({ ...Common, kind: v.literal('city'), city: CitySummary, spots: v.array(SpotSummary) })

const StoriesEntry = v.object({
  ...Common,
  kind: v.literal('stories'),
  actor: v.nullable(MemberSummary),
  posts: v.array(v.object({ ...PostSummary.entries, spot_count: v.number() })),
})

const ListEntry = v.object({
  ...Common,
  kind: v.literal('list'),
  actor: v.nullable(MemberSummary),
  list: v.object({ id: v.string(), title: v.string() }),
  items: v.array(v.object({ spot: SpotSummary, note: v.string(), added_by: v.nullable(MemberSummary) })),
})

const FeedEntry = v.variant('kind', [SpotsEntry, CityEntry, StoriesEntry, ListEntry])

/** A page of the feed: `feed_page()` in the database, in one call. */
const FeedPage = v.object({
  entries: v.array(FeedEntry),
  /** Continues with older entries; null at the end. */
  cursor: v.nullable(v.string()),
  follows: v.object({ members: v.number(), cities: v.number(), lists: v.number() }),
  time_zone: v.string(),
  today: v.string(),
  /** Suggestions for following. Null unless the feed is empty. */
  suggestions: v.nullable(
    v.object({
      city: v.object({ ...CitySummary.entries, follow: FollowState }),
      members: v.array(v.object({ ...MemberSummary.entries, spot_count: v.number() })),
    }),
  ),
})

export type SpotsEntry = v.InferOutput<typeof SpotsEntry>
export type CityEntry = v.InferOutput<typeof CityEntry>
export type StoriesEntry = v.InferOutput<typeof StoriesEntry>
export type ListEntry = v.InferOutput<typeof ListEntry>
export type FeedEntry = v.InferOutput<typeof FeedEntry>
export type FeedPage = v.InferOutput<typeof FeedPage>

const Cursor = v.pipe(v.string(), v.check(isTimestamp))

/** Returns the newest page of the feed, or the one after a cursor. An invalid cursor is ignored. */
export async function getFeedPage(supabase: Supabase, before: string | null): Promise<FeedPage> {
  const cursor = v.safeParse(Cursor, before)
  return v.parse(FeedPage, takeData(await supabase.rpc('feed_page', cursor.success ? { before: cursor.output } : {})))
}

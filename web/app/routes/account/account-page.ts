import * as v from 'valibot'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'

/** The fields that only the author of a contribution sees. */
const Progress = { removal_reason: v.nullable(v.string()), queue_position: v.nullable(v.number()) }

const OwnSpot = v.object({ ...SpotSummary.entries, ...Progress })
const OwnPost = v.object({ ...PostSummary.entries, ...Progress })

const OwnReview = v.object({
  id: v.string(),
  rating: v.number(),
  body: v.string(),
  created_at: v.string(),
  spot: v.nullable(SpotSummary),
})

/**
 * The data of `/account`, loaded with one call of `account_page()`. `user` is null before the member's first
 * contribution.
 */
const AccountPage = v.object({
  user: v.nullable(
    v.object({
      username: v.nullable(v.string()),
      name: v.nullable(v.string()),
      bio: v.nullable(v.string()),
      avatar_url: v.nullable(v.string()),
      created_at: v.string(),
    }),
  ),
  numbers: v.object({
    spots: v.number(),
    cities: v.number(),
    countries: v.number(),
    saves: v.number(),
    photos: v.number(),
    reviews: v.number(),
    stories: v.number(),
    followers: v.number(),
  }),
  been: v.object({ spots: v.number(), countries: v.number() }),
  spots: v.array(OwnSpot),
  posts: v.array(OwnPost),
  reviews: v.array(OwnReview),
  unread_count: v.number(),
})

export type AccountPage = v.InferOutput<typeof AccountPage>
export type OwnSpot = v.InferOutput<typeof OwnSpot>
export type OwnPost = v.InferOutput<typeof OwnPost>
export type OwnReview = v.InferOutput<typeof OwnReview>

/** Returns the data of the account page. `before` is the id of the spot after which the published ones continue. */
export async function getAccountPage(supabase: Supabase, before: string | undefined): Promise<AccountPage> {
  return v.parse(AccountPage, takeData(await supabase.rpc('account_page', before ? { before_spot: before } : {})))
}

/** Returns the date on which the account will be deleted, if the member requested it. */
export async function findDeletionDay(supabase: Supabase, memberId: string): Promise<string | null> {
  const rows = supabase.from('account_deletions').select('due_at').eq('user_id', memberId)
  return findData(await rows.maybeSingle())?.due_at ?? null
}

import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { SpotSummary, Visibility } from '#app/features/spots/spot-summary.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'

/** The fields that only the author of a contribution sees. */
const Progress = { removal_reason: v.nullable(v.string()), queue_position: v.nullable(v.number()) }

const OwnSpot = v.object({ ...SpotSummary.entries, ...Progress })
const OwnPost = v.object({ ...PostSummary.entries, ...Progress })

const OwnList = v.object({
  id: v.string(),
  kind: v.picklist(['want', 'been', 'own']),
  title: v.string(),
  description: v.string(),
  visibility: Visibility,
  item_count: v.number(),
  spots: v.array(SpotSummary),
})

const OwnReview = v.object({
  id: v.string(),
  rating: v.number(),
  body: v.string(),
  created_at: v.string(),
  spot: v.nullable(SpotSummary),
})

const News = v.object({
  id: v.number(),
  kind: v.picklist(['approved', 'removed', 'review', 'comment', 'reply', 'photo', 'follow', 'new-spot']),
  actor: v.nullable(MemberSummary),
  spot: v.nullable(v.object({ id: v.string(), title: v.string() })),
  post: v.nullable(v.object({ slug: v.string(), title: v.string() })),
  text: v.string(),
  read_at: v.nullable(v.string()),
  created_at: v.string(),
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
    followers: v.number(),
  }),
  been: v.object({ spots: v.number(), countries: v.number() }),
  spots: v.array(OwnSpot),
  posts: v.array(OwnPost),
  lists: v.array(OwnList),
  reviews: v.array(OwnReview),
  notifications: v.array(News),
  unread_count: v.number(),
})

export type AccountPage = v.InferOutput<typeof AccountPage>
export type OwnSpot = v.InferOutput<typeof OwnSpot>
export type OwnPost = v.InferOutput<typeof OwnPost>
export type OwnList = v.InferOutput<typeof OwnList>
export type OwnReview = v.InferOutput<typeof OwnReview>
export type News = v.InferOutput<typeof News>

export async function getAccountPage(supabase: Supabase): Promise<AccountPage> {
  return v.parse(AccountPage, takeData(await supabase.rpc('account_page')))
}

/** The date on which the account will be deleted, if the member requested it. */
export async function findDeletionDay(supabase: Supabase, memberId: string): Promise<string | null> {
  const rows = supabase.from('account_deletions').select('due_at').eq('user_id', memberId)
  return findData(await rows.maybeSingle())?.due_at ?? null
}

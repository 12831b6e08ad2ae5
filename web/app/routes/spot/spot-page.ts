import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { CommentPage, ReviewPage } from '#app/features/comments/discussion.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { CitySummary } from '#app/features/spots/city-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { SpotOriginData } from './meta/spot-origin.tsx'

const Point = v.object({ lng: v.number(), lat: v.number() })

const SpotDetail = v.object({
  ...SpotSummary.entries,
  description: v.string(),
  address: v.nullable(v.string()),
  website: v.nullable(v.string()),
  access: v.picklist(['free', 'fee', 'customers', 'permit', 'unknown']),
  confirmed_at: v.nullable(v.string()),
  removal_reason: v.nullable(v.string()),
})

const SpotPhoto = v.object({ ...PhotoSummary.entries, author: v.nullable(MemberSummary) })

const SpotViewer = v.object({
  is_author: v.boolean(),
  is_moderator: v.boolean(),
  wants: v.boolean(),
  has_been: v.boolean(),
  /** True if it is on a list that the viewer may change, besides "Been there". */
  is_saved: v.boolean(),
  queue_position: v.nullable(v.number()),
  link_secret: v.nullable(v.string()),
  link_expires_at: v.nullable(v.string()),
})

/** The data of a spot's page, loaded with one call of `spot_page()`. */
const LoadedSpotPage = v.object({
  spot: SpotDetail,
  exact_point: v.nullable(v.object({ ...Point.entries, address: v.nullable(v.string()) })),
  author: v.nullable(v.object({ ...MemberSummary.entries, spot_count: v.number() })),
  city: v.nullable(CitySummary),
  photos: v.array(SpotPhoto),
  reviews: ReviewPage,
  rating_steps: v.record(v.string(), v.number()),
  comments: CommentPage,
  nearby: v.array(v.object({ ...SpotSummary.entries, distance_meters: v.number() })),
  around: v.array(v.tuple([v.number(), v.number()])),
  sheet_count: v.number(),
  posts: v.array(PostSummary),
  history: v.object({ count: v.number(), open_suggestions: v.number() }),
  viewer: SpotViewer,
})

/**
 * The data of a spot page without its reviews and comments, which {@link LoadedSpotPage} adds. `origin` is where
 * the spot comes from, if its author did not write it here.
 */
export type SpotPage = Omit<LoadedSpotPage, 'reviews' | 'comments'> & { origin: SpotOriginData | null }
export type LoadedSpotPage = v.InferOutput<typeof LoadedSpotPage>
export type SpotDetail = v.InferOutput<typeof SpotDetail>
export type SpotPhoto = v.InferOutput<typeof SpotPhoto>

/**
 * Returns the page of a spot, or null if there is none that this viewer may see. `linkSecret` opens one shared by link.
 */
export async function findSpotPage(
  supabase: Supabase,
  id: string,
  linkSecret: string | null,
): Promise<LoadedSpotPage | null> {
  if (!isStorable(id + (linkSecret ?? ''))) return null
  const page = findData(await supabase.rpc('spot_page', { id, ...(linkSecret && { link_secret: linkSecret }) }))
  return page === null ? null : v.parse(LoadedSpotPage, page)
}

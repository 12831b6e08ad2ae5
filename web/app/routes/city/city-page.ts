import * as v from 'valibot'
import { FollowState } from '#app/features/account/members/follow-state.ts'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { type CategoryId, categoryIds } from '#app/features/categories/categories.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { CitySummary } from '#app/features/spots/city-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const Contributor = v.object({ ...MemberSummary.entries, spot_count: v.number(), is_followed: v.boolean() })

/** The data of `/city/{name}`: `city_page()` in the database, in one call. `around` are public points, [lng, lat]. */
const CityPage = v.object({
  city: CitySummary,
  follow: FollowState,
  spot_count: v.number(),
  member_count: v.number(),
  categories: v.array(v.object({ id: v.picklist(categoryIds), count: v.number() })),
  around: v.array(v.tuple([v.number(), v.number()])),
  nearest: v.array(v.object({ ...SpotSummary.entries, distance_meters: v.number() })),
  namesakes: v.array(CitySummary),
  best: v.array(SpotSummary),
  newest: v.array(SpotSummary),
  posts: v.array(PostSummary),
  contributors: v.array(Contributor),
})

export type CityPage = v.InferOutput<typeof CityPage>
export type Contributor = v.InferOutput<typeof Contributor>

/** The orders of a city's spots; the first is the default. */
export const citySorts = ['best', 'newest'] as const
export type CitySort = (typeof citySorts)[number]

/** Returns the query of a city page with a category and an order. */
export function citySearch({ category, sort }: { category: CategoryId | undefined; sort: CitySort }): string {
  const search = new URLSearchParams({
    ...(category && { kind: category }),
    ...(sort !== 'best' && { sort }),
  }).toString()
  return search && `?${search}`
}

/** Returns the page of a city, its best and newest spots filtered by a category if given; null for an unknown name. */
export async function findCityPage(
  supabase: Supabase,
  slug: string,
  category: CategoryId | undefined,
): Promise<CityPage | null> {
  if (!isStorable(slug)) return null
  const page = findData(await supabase.rpc('city_page', category ? { slug, category } : { slug }))
  return page === null ? null : v.parse(CityPage, page)
}

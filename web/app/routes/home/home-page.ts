import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** The data of the start page: `home_page()` in the database, in one call. */
const HomePage = v.object({
  numbers: v.object({ spots: v.number(), cities: v.number(), members: v.number(), posts: v.number() }),
  categories: v.array(v.object({ id: v.picklist(categoryIds), count: v.number() })),
  featured: v.array(v.intersect([SpotSummary, v.object({ number: v.number() })])),
  newest: v.array(SpotSummary),
  best: v.array(SpotSummary),
  posts: v.array(PostSummary),
})

export type HomePage = v.InferOutput<typeof HomePage>

export async function getHomePage(supabase: Supabase): Promise<HomePage> {
  return v.parse(HomePage, takeData(await supabase.rpc('home_page')))
}

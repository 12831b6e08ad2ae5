import * as v from 'valibot'
import { CommentPage } from '#app/features/comments/discussion.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { CitySummary } from '#app/features/spots/city-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The data of `/post/{slug}`, loaded with one call of `post_page()`. `around` are public points, [lng, lat]. */
const PostPage = v.object({
  post: v.object({
    ...PostSummary.entries,
    body: v.string(),
    created_at: v.string(),
    removal_reason: v.nullable(v.string()),
    author_id: v.nullable(v.string()),
  }),
  city: v.nullable(CitySummary),
  photos: v.array(PhotoSummary),
  spots: v.array(SpotSummary),
  around: v.array(v.tuple([v.number(), v.number()])),
  saved: v.array(v.string()),
  comments: CommentPage,
  viewer: v.object({
    is_author: v.boolean(),
    is_moderator: v.boolean(),
    queue_position: v.nullable(v.number()),
    /** Opens a story that is shared by link; only its author gets it. */
    link_secret: v.nullable(v.string()),
    link_expires_at: v.nullable(v.string()),
  }),
})

export type PostPage = v.InferOutput<typeof PostPage>

/**
 * Returns the page of a story, or null if there is none that this reader may see. `linkSecret` opens one shared by
 * link.
 */
export async function findPostPage(
  supabase: Supabase,
  slug: string,
  linkSecret: string | null,
): Promise<PostPage | null> {
  if (!isStorable(slug + (linkSecret ?? ''))) return null
  const page = findData(await supabase.rpc('post_page', linkSecret ? { slug, link_secret: linkSecret } : { slug }))
  return page === null ? null : v.parse(PostPage, page)
}

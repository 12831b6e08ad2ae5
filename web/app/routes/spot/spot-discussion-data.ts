import type { ShownComment } from '#app/features/comments/comment-schema.ts'
import { findDiscussion, type ReviewPage } from '#app/features/comments/discussion.ts'
import { readDiscussionChoice } from '#app/features/comments/discussion-choice.ts'
import { type CommentedDiscussion, renderComment, renderComments } from '#app/features/comments/render-comments.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import type { LoadedSpotPage } from './spot-page.ts'

export interface ShownReview extends Omit<ReviewPage['reviews'][number], 'replies'> {
  replies: ShownComment[]
}

/** The reviews and comments of a spot, ready to be shown. */
export interface SpotDiscussionData extends CommentedDiscussion {
  reviews: Omit<ReviewPage, 'reviews' | 'own' | 'linked'> & {
    reviews: ShownReview[]
    own: ShownReview | null
  }
}

/**
 * Loads the order and page that the URL selects, in parallel with the query of the page, which contains the default.
 */
export function loadChosenDiscussion(supabase: Supabase, id: string, search: URLSearchParams) {
  return findDiscussion(supabase, { spot_id: id }, readDiscussionChoice(search), search.get('link'))
}

/** Returns the reviews and comments of a page, with the texts rendered. */
export function renderDiscussion(
  page: LoadedSpotPage,
  chosen: Awaited<ReturnType<typeof loadChosenDiscussion>>,
  search: URLSearchParams,
  viewerId: string | undefined,
): SpotDiscussionData {
  const { reviews, own, linked, ...rest } = chosen?.reviews ?? page.reviews
  const show = (review: ReviewPage['reviews'][number]): ShownReview => ({
    ...review,
    replies: review.replies.map((reply) => renderComment(reply, viewerId)),
  })
  const isListed = linked !== null && [own, ...reviews].some((review) => review?.id === linked.id)
  const listed = linked === null || isListed ? reviews : [linked, ...reviews]
  return {
    choice: readDiscussionChoice(search),
    comments: renderComments(chosen?.comments ?? page.comments, viewerId),
    reviews: { ...rest, reviews: listed.map(show), own: own && show(own) },
  }
}

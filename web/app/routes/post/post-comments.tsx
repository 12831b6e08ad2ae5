import { CommentForm } from '#app/features/comments/comment-form.tsx'
import { CommentList } from '#app/features/comments/comment-list.tsx'
import type { PostData } from './post-data.ts'

/** The comments on a story. Drafts, pending and removed stories have none. */
export function PostComments({ data: { post, comments } }: { data: PostData }) {
  if (post.status !== 'published' && post.status !== 'closed') return null
  return (
    <section className="story-comments" id="comments" aria-labelledby="comments-title">
      <div className="section-head">
        <h2 className="title text-h2" id="comments-title">
          Comments
        </h2>
        {post.comment_count > 0 && <span className="text-ink-2">{post.comment_count}</span>}
      </div>
      {comments.length === 0 && <p className="text-ink-2">No comments yet.</p>}
      <CommentList comments={comments} />
      <CommentForm />
    </section>
  )
}

import { CommentForm } from '#app/features/comments/comment-form.tsx'
import { CommentList } from '#app/features/comments/comment-list.tsx'
import { useNewComments } from '#app/features/comments/use-new-comments.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { useFreshEntries } from '#app/features/live-updates/use-fresh-entries.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { PostData } from './post-data.ts'

/** The comments on a story. Drafts, pending and removed stories have none. */
export function PostComments({ data: { post, comments } }: { data: PostData }) {
  const { newest, freshSince, show, root } = useFreshEntries<HTMLElement>(comments)
  const isOpen = post.status === 'published' || post.status === 'closed'
  const count = useNewComments(isOpen ? { column: 'post_id', id: post.id } : null, comments, newest)
  if (!isOpen) return null
  return (
    <section className="story-comments" id="comments" aria-labelledby="comments-title" ref={root}>
      <div className="section-head">
        <h2 className="title text-h2" id="comments-title">
          Comments
        </h2>
        {post.comment_count > 0 && <span className="text-ink-2">{post.comment_count}</span>}
      </div>
      {comments.length === 0 && <p className="text-ink-2">No comments yet.</p>}
      <CommentList comments={comments} freshSince={freshSince} />
      <CommentForm />
      <NewItems text={count > 0 ? formatCount(count, 'new comment') : ''} onShow={show} />
    </section>
  )
}

import { type CommentSubject, CommentSubjectContext } from '#app/features/comments/editor/comment-subject.ts'
import { CommentForm } from '#app/features/comments/thread/comment-form.tsx'
import { CommentHead } from '#app/features/comments/thread/comment-head.tsx'
import { CommentList } from '#app/features/comments/thread/comment-list.tsx'
import { useLinkedComment } from '#app/features/comments/thread/use-linked-comment.ts'
import { useNewComments } from '#app/features/comments/thread/use-new-comments.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { useFreshEntries } from '#app/features/live-updates/use-fresh-entries.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { PostData } from './post-data.ts'

/** The comments on a story. Drafts, pending and removed stories have none. */
export function PostComments({ data: { post, discussion } }: { data: PostData }) {
  const { comments, choice } = discussion
  const latest = comments.latest_at === null ? [] : [{ created_at: comments.latest_at }]
  const { newest, freshSince, show, root } = useFreshEntries<HTMLElement>(latest)
  const isOpen = post.status === 'published' || post.status === 'closed'
  const count = useNewComments(isOpen ? { column: 'post_id', id: post.id } : null, comments, newest)
  useLinkedComment()
  if (!isOpen) return null
  const subject: CommentSubject = {
    target: { post_id: post.id },
    authorId: post.author?.id ?? null,
    authorLabel: 'wrote this story',
  }
  return (
    <CommentSubjectContext value={subject}>
      <section className="story-comments" id="comments" aria-labelledby="comments-title" ref={root}>
        <CommentHead count={post.comment_count} choice={choice} />
        <CommentList discussion={discussion} freshSince={freshSince} />
        <CommentForm />
        <NewItems
          text={count > 0 ? formatCount(count, 'new comment') : ''}
          onShow={show}
          className="is-above-composer"
        />
      </section>
    </CommentSubjectContext>
  )
}

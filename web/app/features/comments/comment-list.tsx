import { useSearchParams } from 'react-router'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ShownComment } from './comment-schema.ts'
import { CommentEntry, Replies, useInPlace } from './comment-thread.tsx'
import { type DiscussionChoice, linkChoice } from './discussion-choice.ts'
import type { ShownComments } from './show-comments.ts'

/** A page of comments with one level of replies. The page's action handles `comment` and `commentCommands`. */
export function CommentList({
  page: { threads, next, is_start },
  choice,
  freshSince,
}: {
  page: ShownComments
  choice: DiscussionChoice
  /** Comments by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const isFresh = useIsFresh(freshSince)
  const [search] = useSearchParams()
  const cursor = { comments_after: null, comment: null }
  return (
    <>
      {!is_start && (
        <TextLink to={linkChoice(search, { ...choice, ...cursor }, 'comments')}>Back to the first comments</TextLink>
      )}
      <ul className="comments">
        {threads.map((thread) => (
          <Thread key={thread.comment.id} thread={thread} choice={choice} isFresh={isFresh} />
        ))}
      </ul>
      {next && (
        <TextLink to={linkChoice(search, { ...choice, ...cursor, comments_after: next }, 'comments')}>
          Show more comments
        </TextLink>
      )}
    </>
  )
}

/** Returns a predicate for entries that others wrote after a time. */
export function useIsFresh(freshSince: string | undefined) {
  const viewer = useViewer()
  return ({ created_at, author }: Pick<ShownComment, 'created_at' | 'author'>) =>
    freshSince !== undefined && created_at > freshSince && author?.id !== viewer?.id
}

function Thread({
  thread: { comment, replies, reply_count },
  choice,
  isFresh,
}: {
  thread: ShownComments['threads'][number]
  choice: DiscussionChoice
  isFresh: (comment: ShownComment) => boolean
}) {
  const [search] = useSearchParams()
  const reply = useInPlace('reply', comment.id)
  const missing = reply_count - replies.length
  const hasReplies = replies.length > 0 || reply.isOpen
  return (
    <CommentEntry comment={comment} isFresh={isFresh(comment)} replyTo={reply.to} onReply={() => reply.setIsOpen(true)}>
      {hasReplies && (
        <Replies
          replies={replies}
          answered={{ parent: comment.id }}
          isFresh={isFresh}
          replyTo={reply.to}
          isOpen={reply.isOpen && comment.state === 'shown'}
          setIsOpen={reply.setIsOpen}
          more={
            missing > 0 && (
              <TextLink to={linkChoice(search, { ...choice, comment: comment.id }, `comment-${comment.id}`)}>
                Show {formatCount(missing, 'more reply', 'more replies')}
              </TextLink>
            )
          }
        />
      )}
    </CommentEntry>
  )
}

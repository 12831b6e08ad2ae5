import { useFetcher, useSearchParams } from 'react-router'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ShownComment } from '../comment-schema.ts'
import { linkChoice } from '../discussion-choice.ts'
import type { CommentedDiscussion, ShownComments } from '../render-comments.ts'
import { CommentEntry, Replies, useInPlace } from './comment-thread.tsx'
import { MoreEntries, useLastLoaded } from './more-entries.tsx'

/** The loader data of a page with comments. */
interface CommentedPage {
  discussion: CommentedDiscussion
}

/** A page of comments with one level of replies. The page's action handles `comment` and `commentCommands`. */
export function CommentList({
  discussion,
  freshSince,
}: {
  discussion: CommentedDiscussion
  /** Comments by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const [search] = useSearchParams()
  const { comments, choice } = discussion
  const start = linkChoice(search, { ...choice, comments_after: null, comment: null }, 'comments')
  return (
    <>
      {!comments.is_start && <TextLink to={start}>Back to the first comments</TextLink>}
      <ul className="comments">
        <Threads discussion={discussion} isFresh={useIsFresh(freshSince)} />
      </ul>
    </>
  )
}

/** The threads of one page, then those of the following pages that the reader has loaded. */
function Threads({
  discussion: { comments, choice },
  isFresh,
}: {
  discussion: CommentedDiscussion
  isFresh: (comment: ShownComment) => boolean
}) {
  const [search] = useSearchParams()
  const { threads, next } = comments
  return (
    <>
      {threads.map((thread) => (
        <Thread key={thread.comment.id} thread={thread} choice={choice} isFresh={isFresh} />
      ))}
      {next && (
        <MoreEntries<CommentedPage>
          key={choice.comments}
          to={linkChoice(search, { ...choice, comments_after: next, comment: null }, 'comments')}
          label="Show more comments"
          firstIdOf={(page) => page.discussion.comments.threads.map(({ comment }) => `comment-${comment.id}`)[0]}
        >
          {(page) => <Threads discussion={page.discussion} isFresh={isFresh} />}
        </MoreEntries>
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
  thread,
  choice,
  isFresh,
}: {
  thread: ShownComments['threads'][number]
  choice: CommentedDiscussion['choice']
  isFresh: (comment: ShownComment) => boolean
}) {
  const [search] = useSearchParams()
  const whole = useFetcher<CommentedPage>()
  const reply = useInPlace('reply', thread.comment.id)
  const { id } = thread.comment
  const loaded = useLastLoaded(whole.data)
  const { comment, replies, reply_count } =
    loaded?.discussion.comments.threads.find((found) => found.comment.id === id) ?? thread
  const missing = reply_count - replies.length
  const hasReplies = replies.length > 0 || reply.isOpen
  const linkToWhole = linkChoice(search, { ...choice, comment: id }, `comment-${id}`)
  return (
    <CommentEntry comment={comment} isFresh={isFresh(comment)} replyTo={reply.to} onReply={reply.open}>
      {hasReplies && (
        <Replies
          replies={replies}
          answered={{ parent: id }}
          isFresh={isFresh}
          replyTo={reply.to}
          isOpen={reply.isOpen && comment.state === 'shown'}
          onOpen={reply.open}
          onCancel={reply.cancel}
          onSent={() => reply.setIsOpen(false)}
          more={
            missing > 0 && (
              <>
                {whole.data === null && whole.state === 'idle' && (
                  <span role="alert">The replies could not be loaded. </span>
                )}
                <TextLink
                  to={linkToWhole}
                  rel="nofollow"
                  aria-busy={whole.state !== 'idle'}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return
                    event.preventDefault()
                    void whole.load(linkToWhole)
                  }}
                >
                  Show {formatCount(missing, 'more reply', 'more replies')}
                </TextLink>
              </>
            )
          }
        />
      )}
    </CommentEntry>
  )
}

import { useSearchParams } from 'react-router'
import { formatCount } from '#app/lib/format/numbers.ts'
import { commentSorts, type DiscussionChoice, linkChoice } from '../discussion-choice.ts'
import { SortMenu } from './sort-menu.tsx'

const sortWords = { oldest: 'Oldest first', newest: 'Newest first' } as const

/** The heading of the comments, with their number and order. */
export function CommentHead({ count, choice }: { count: number; choice: DiscussionChoice }) {
  const [search] = useSearchParams()
  return (
    <>
      <div className="section-head">
        <h2 className="title text-h2" id="comments-title">
          {count === 0 ? 'Comments' : formatCount(count, 'comment')}
        </h2>
        {count > 1 && (
          <SortMenu
            label="Order of comments"
            sorts={commentSorts}
            chosen={choice.comments}
            words={sortWords}
            linkTo={(comments) =>
              linkChoice(search, { ...choice, comments, comments_after: null, comment: null }, 'comments')
            }
          />
        )}
      </div>
      {count === 0 && <p className="text-ink-2">No comments yet.</p>}
    </>
  )
}

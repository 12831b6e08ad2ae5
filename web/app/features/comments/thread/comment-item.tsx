import type { ReactNode } from 'react'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { formatDay } from '#app/lib/format/dates.ts'
import { classNames } from '#app/ui/class-names.ts'
import { EditedTime } from '#app/ui/display/edited-time.tsx'
import type { ShownComment } from '../comment-schema.ts'
import { useCommentSubject } from '../editor/comment-subject.ts'
import './comments.css'

/** The placeholder of a comment that can no longer be read. */
const LOST_WORDS = {
  deleted: 'Deleted.',
  removed: 'Removed by a moderator.',
  hidden: 'Hidden until a moderator reviews it.',
} as const

/** A comment: member, date and text, which `children` replace while it is edited. */
export function CommentItem({
  comment,
  isReply = false,
  isPending = false,
  isFresh = false,
  menu,
  actions,
  children,
  replies,
}: {
  comment: Omit<ShownComment, 'body'>
  isReply?: boolean
  /** Still being sent: shown without actions. */
  isPending?: boolean
  /** Just loaded on request: marked as new, and focusable. */
  isFresh?: boolean
  menu?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  replies?: ReactNode
}) {
  const { id, author, state, html } = comment
  const { authorId, authorLabel } = useCommentSubject()
  return (
    <li
      className={classNames('comment', isFresh && 'is-fresh')}
      id={`comment-${id}`}
      tabIndex={-1}
      aria-busy={isPending || undefined}
    >
      {state === 'shown' && <MemberAvatarLink member={author} size={isReply ? 26 : 44} />}
      <div className="comment-text">
        {state === 'shown' ? (
          <>
            <div className="comment-head">
              <MemberLink member={author} className="comment-author" />
              {author !== null && author.id === authorId && <span className="comment-label">{authorLabel}</span>}
              {isFresh && <span className="fresh-word">new</span>}
              <CommentTime comment={comment} isPending={isPending} />
              {menu}
            </div>
            {children ?? <CommentBody html={html} />}
            {actions && !isPending && <div className="comment-actions touch-areas">{actions}</div>}
          </>
        ) : (
          <p className="comment-lost">{LOST_WORDS[state]}</p>
        )}
        {replies}
      </div>
    </li>
  )
}

function CommentBody({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML of members through
  return <div className="comment-body prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}

function CommentTime({
  comment: { created_at, edited_at },
  isPending,
}: {
  comment: Pick<ShownComment, 'created_at' | 'edited_at'>
  isPending: boolean
}) {
  if (isPending) return <span className="comment-time">Sending</span>
  return (
    <span className="comment-time">
      <time dateTime={created_at}>{formatDay(created_at)}</time>
      <EditedTime at={edited_at} />
    </span>
  )
}

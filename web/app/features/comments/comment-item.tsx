import type { ReactNode } from 'react'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { nameMember } from '#app/features/account/members/member-name.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { classNames } from '#app/ui/class-names.ts'
import type { Comment } from './comment-schema.ts'
import './comments.css'

/** A comment: member, date and text. */
export function CommentItem({
  comment: { id, author, created_at, body },
  isPending = false,
  isFresh = false,
  actions,
  children,
}: {
  comment: Comment
  /** Still being sent: shown without actions. */
  isPending?: boolean
  /** Just loaded on request: marked as new, and focusable. */
  isFresh?: boolean
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <li
      className={classNames('comment', isFresh && 'is-fresh')}
      id={`comment-${id}`}
      tabIndex={isFresh ? -1 : undefined}
      aria-busy={isPending || undefined}
    >
      <MemberAvatar id={author?.id ?? id} url={author?.avatar_url ?? null} size={26} />
      <div className="comment-text">
        <p className="comment-head">
          <b dir="auto">{nameMember(author)}</b>
          <time dateTime={created_at}>{isPending ? 'Sending' : formatDay(created_at)}</time>
          {isFresh && <span className="fresh-word">new</span>}
        </p>
        <p className="comment-body" dir="auto">
          {body}
        </p>
        {actions && !isPending && <div className="comment-actions">{actions}</div>}
        {children}
      </div>
    </li>
  )
}

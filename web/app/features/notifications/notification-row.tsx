import type { ReactNode } from 'react'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { formatAge, formatAgo } from '#app/lib/format/dates.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { TextWithMentions } from '#app/ui/display/text-with-mentions.tsx'
import {
  describeNotification,
  type NotificationSentence,
} from '../../../../supabase/functions/_shared/notification-words.ts'
import type { NotificationEntry } from './group-notifications.ts'
import { NotificationIcon } from './notification-icon.tsx'
import './notifications.css'

/** The kinds that quote a text of the linked page. Other texts, such as warnings, can only be read in the row. */
const QUOTES = new Set(['reply', 'mention', 'comment', 'review'])

/**
 * A notification: who did what, where, and when. The whole row links to where it happened. An unread row has a bar and
 * a word for screen readers.
 */
export function NotificationRow({
  entry,
  now,
  onOpen,
  isBrief = false,
  actions,
}: {
  entry: NotificationEntry
  now: number
  /** Called when the row is opened. */
  onOpen: (entry: NotificationEntry) => void
  /** True without the quoted text, and with a short time. */
  isBrief?: boolean
  actions?: ReactNode
}) {
  const { first, ids, isUnread } = entry
  const sentence = describeNotification(first, ids.length)
  return (
    <li className="notification" data-unread={isUnread || undefined} data-notification={ids.join(' ')}>
      <NotificationSign entry={entry} isNamed={sentence.name !== null} />
      <div className="notification-words">
        <Sentence sentence={sentence} isUnread={isUnread} onOpen={() => onOpen(entry)} />
        {!isBrief && sentence.note && (
          <p className={classNames('notification-note', QUOTES.has(first.kind) && 'lines-2')} dir="auto">
            <TextWithMentions text={sentence.note} />
          </p>
        )}
      </div>
      {actions && <div className="above-link">{actions}</div>}
      <time className="notification-time" dateTime={first.created_at}>
        {(isBrief ? formatAge : formatAgo)(first.created_at, now)}
      </time>
    </li>
  )
}

function NotificationSign({ entry: { first }, isNamed }: { entry: NotificationEntry; isNamed: boolean }) {
  if (!isNamed) {
    return (
      <span className="notification-box" aria-hidden="true">
        <NotificationIcon kind={first.kind} size={18} />
      </span>
    )
  }
  return (
    <span className="notification-actor" aria-hidden="true">
      <MemberAvatar id={first.actor?.id ?? null} url={first.actor?.avatar_url ?? null} />
      <span className="notification-badge">
        <NotificationIcon kind={first.kind} size={12} />
      </span>
    </span>
  )
}

function Sentence({
  sentence: { name, before, title, after, path },
  isUnread,
  onOpen,
}: {
  sentence: NotificationSentence
  isUnread: boolean
  onOpen: () => void
}) {
  return (
    <p className="notification-sentence">
      {isUnread && <span className="sr-only">Unread: </span>}
      <SafeLink className="card-link" to={path} onClick={onOpen}>
        {name !== null && (
          <>
            <b>
              <bdi>{name}</bdi>
            </b>{' '}
          </>
        )}
        {before} {title && <bdi className="title">{title}</bdi>} {after}
      </SafeLink>
    </p>
  )
}

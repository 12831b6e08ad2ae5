import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { MemberAvatar } from './member-avatar.tsx'
import { getMemberName } from './member-name.ts'
import type { MemberSummary } from './member-summary.ts'
import { findMemberUrl } from './member-url.ts'
import './member-link.css'

/**
 * A member's name, with their picture if a size is given, as a link to their profile. Plain text for former members and
 * for members with a hidden profile.
 */
export function MemberLink({
  member,
  avatar,
  className,
}: {
  member: MemberSummary | null
  avatar?: 26 | 44 | 64
  className?: string
}) {
  const to = findMemberUrl(member)
  const content = (
    <>
      {avatar && member && <MemberAvatar id={member.id} url={member.avatar_url} size={avatar} />}
      <bdi className="member-name">{getMemberName(member)}</bdi>
    </>
  )
  const classes = classNames('member', className)
  if (to === undefined) return <span className={classes}>{content}</span>
  return (
    <SafeLink className={classNames(classes, 'member-link touch-area')} to={to} prefetch="intent">
      {content}
    </SafeLink>
  )
}

/**
 * A member's picture as a link to their profile. Hidden from screen readers and the tab order, since the name beside it
 * has the same link.
 */
export function MemberAvatarLink({ member, size }: { member: MemberSummary | null; size: 26 | 44 | 64 }) {
  const to = findMemberUrl(member)
  const picture = <MemberAvatar id={member?.id ?? null} url={member?.avatar_url ?? null} size={size} />
  if (to === undefined) return picture
  return (
    <SafeLink className="member-avatar-link" to={to} tabIndex={-1} aria-hidden="true">
      {picture}
    </SafeLink>
  )
}

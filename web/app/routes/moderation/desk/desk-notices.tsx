import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { MomentOfDay } from '#app/ui/display/moment.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { Decision, Openings } from './desk-schema.ts'

/** A notice that another moderator has opened the item or decided on it. */
export function DeskNotices({ decided, openings, now }: { decided: Decision | null; openings: Openings; now: string }) {
  if (decided) {
    const actor = decided.actor ? getMemberName(decided.actor) : 'The site'
    return (
      <Notice kind="ok">
        {actor} {decided.action} this at <MomentOfDay at={decided.at} />.
      </Notice>
    )
  }
  const [latest] = openings
  if (!latest) return null
  return (
    <Notice kind="warn">
      {getMemberName(latest.member)} opened this {formatAgo(latest.at, new Date(now))}.
    </Notice>
  )
}

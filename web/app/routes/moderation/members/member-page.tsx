import ChevronLeft from 'lucide-react/icons/chevron-left'
import { href } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { findMemberUrl } from '#app/features/account/members/member-url.ts'
import { formatAgo, formatDay } from '#app/lib/format/dates.ts'
import { formatCount, formatNumber, pickPlural } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { ModerationRejection } from '../desk/moderation-action.server.ts'
import { describeLogAction, describeLogReason } from '../log/log-actions.ts'
import { MemberActions } from './member-actions.tsx'
import { MemberContributions } from './member-contributions.tsx'
import type { OpenedMember } from './members-schema.ts'

interface MemberPageProps {
  member: OpenedMember
  isAdmin: boolean
  now: string
  response: ModerationRejection | undefined
}

/** The page of a member for moderators: the record in four numbers, all their content, and the possible actions. */
export function MemberPage(props: MemberPageProps) {
  const { member, now, response } = props
  const rejection = response?.rejection
  const message = rejection?.message ?? Object.values(rejection?.fieldErrors ?? {})[0]
  return (
    <>
      <div className="desk-step desk-step-narrow">
        <SafeLink to={href('/account/moderation/members')} className="desk-back">
          <ChevronLeft size={18} aria-hidden="true" /> Members
        </SafeLink>
      </div>
      <div className="desk-preview">
        {message && <Notice kind="bad">{message}</Notice>}
        {member.banned_until && <Notice kind="warn">{describeBan(member.banned_until)}</Notice>}
        <article className="desk-article">
          <MemberHead member={member} now={now} />
          <div className="desk-article-text">
            <MemberContributions member={member} now={now} rejected={rejection?.values} />
          </div>
          <aside className="desk-article-side" aria-label="Actions">
            <MemberActions member={member} isAdmin={props.isAdmin} rejected={rejection?.values} />
            <MemberLog member={member} />
          </aside>
        </article>
      </div>
    </>
  )
}

/** A ban without an end lasts a hundred years, so that clients need no special case. */
function describeBan(until: string): string {
  const isBan = new Date(until).getFullYear() > new Date().getFullYear() + 10
  return isBan ? 'This member is banned.' : `This member is suspended until ${formatDay(until)}.`
}

function MemberHead({ member, now }: { member: OpenedMember; now: string }) {
  const { published, waiting, removed, reports_upheld } = member.numbers
  const profile = findMemberUrl(member)
  return (
    <div className="desk-article-head">
      <div className="desk-author-head">
        <MemberAvatar id={member.id} url={member.avatar_url} size={64} />
        <div className="min-w-0">
          <h2 className="title text-h2" dir="auto">
            {getMemberName(member)}
          </h2>
          <p className="desk-note">
            Joined {formatDay(member.joined_at)}
            {member.last_seen_at && ` · signed in ${formatAgo(member.last_seen_at, new Date(now))}`}
            {member.warning_count > 0 && ` · ${formatCount(member.warning_count, 'warning')}`}
            {profile && ' · '}
            {profile && (
              <SafeLink className="link" to={profile}>
                public profile
              </SafeLink>
            )}
          </p>
        </div>
      </div>
      <dl className="desk-numbers">
        <Figure count={published} words="published" />
        <Figure count={waiting} words="waiting" />
        <Figure count={removed} words="removed" />
        <Figure count={reports_upheld} words={pickPlural(reports_upheld, 'report upheld', 'reports upheld')} />
      </dl>
    </div>
  )
}

function Figure({ count, words }: { count: number; words: string }) {
  return (
    <div>
      <dd className="title text-h2">{formatNumber(count)}</dd>
      <dt>{words}</dt>
    </div>
  )
}

function MemberLog({ member }: { member: OpenedMember }) {
  if (member.log.length === 0) return null
  return (
    <section aria-labelledby="member-log">
      <h3 className="title text-h3" id="member-log">
        History
      </h3>
      <ul className="desk-history">
        {member.log.map(({ id, action, actor, reason, at, may_restore }) => (
          <li key={id}>
            {actor ? getMemberName(actor) : 'The site'}: {describeLogAction(action)}, {formatDay(at)}
            {reason && `. ${describeLogReason({ action, reason })}`}
            {may_restore && (
              <PageForm method="post">
                <input type="hidden" name="intent" value="restore-all" />
                <input type="hidden" name="log" value={id} />
                <Button type="submit" size="small">
                  Restore
                </Button>
              </PageForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

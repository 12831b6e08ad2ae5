import { href } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatDay, formatTime } from '#app/lib/format/dates.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { describeLogAction, describeLogReason } from './log-actions.ts'
import type { LogEntry } from './log-schema.ts'
import '../desk/desk-table.css'
import './log.css'

/** The entries of the log, latest first, with Restore where something can be restored. */
export function LogTable({ entries, now }: { entries: LogEntry[]; now: string }) {
  return (
    <div className="desk-table-frame">
      <table className="desk-table desk-log">
        <thead>
          <tr>
            <th scope="col">When (UTC)</th>
            <th scope="col">Who</th>
            <th scope="col">Action</th>
            <th scope="col">What</th>
            <th scope="col">Reason</th>
            <th scope="col">
              <span className="sr-only">Restore</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="desk-when">
                {describeMoment(entry.at, now)}
                <span className="desk-zone"> UTC</span>
              </td>
              <td>{entry.is_site ? 'the site' : <MemberLink member={entry.actor} />}</td>
              <td>{describeLogAction(entry.action)}</td>
              <td dir="auto" className="keeps-edge">
                <What entry={entry} />
              </td>
              <td dir="auto" className="desk-log-reason keeps-edge">
                {describeLogReason(entry)}
              </td>
              <td>{entry.may_restore && <Restore entry={entry} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function describeMoment(at: string, now: string): string {
  return at.slice(0, 10) === now.slice(0, 10) ? formatTime(at) : `${formatDay(at, new Date(now))}, ${formatTime(at)}`
}

function What({ entry: { kind, target_id, title, author } }: { entry: LogEntry }) {
  if (title === null) return <span className="desk-note">now private</span>
  if (kind === 'member' && title === '' && !author) return <span className="desk-note">{getMemberName(null)}</span>
  const words = title || (kind === 'member' && author ? getMemberName(author) : target_id)
  if (kind === 'invitation') return title
  if (kind === 'spot') return <SafeLink to={href('/spot/:id', { id: target_id })}>{words}</SafeLink>
  if (kind === 'list') return <SafeLink to={`${href('/explore')}?list=${target_id}`}>{words}</SafeLink>
  if (kind === 'member')
    return <SafeLink to={`${href('/account/moderation/members')}?member=${target_id}`}>{words}</SafeLink>
  return words
}

function Restore({ entry }: { entry: LogEntry }) {
  return (
    <PageForm method="post">
      {entry.action === 'removed-all' ? (
        <>
          <input type="hidden" name="intent" value="restore-all" />
          <input type="hidden" name="log" value={entry.id} />
        </>
      ) : (
        <>
          <input type="hidden" name="intent" value="decide" />
          <input type="hidden" name="kind" value={entry.kind} />
          <input type="hidden" name="id" value={entry.target_id} />
          <input type="hidden" name="verdict" value={entry.action === 'hid' ? 'kept' : 'restored'} />
        </>
      )}
      <Button type="submit" variant="bare" size="small" aria-label={`Restore ${entry.title ?? ''}`}>
        Restore
      </Button>
    </PageForm>
  )
}

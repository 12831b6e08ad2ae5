import ChevronLeft from 'lucide-react/icons/chevron-left'
import { href } from 'react-router'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatAgo, formatDay } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { TextWithMentions } from '#app/ui/display/text-with-mentions.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { AuthorRecord } from '../desk/author-record.tsx'
import { DeskNotices } from '../desk/desk-notices.tsx'
import type { ModerationRejection } from '../desk/moderation-action.server.ts'
import { RemovePanel, TargetFields } from '../desk/reason-panel.tsx'
import { ReportedThing } from './reported-thing.tsx'
import { describeReported } from './reports-queue.tsx'
import { isMovable, type ReportedItem, type ReportsPage, reasonWords } from './reports-schema.ts'
import './reports.css'

const QUEUE = href('/account/moderation/reports')

interface PreviewProps {
  page: ReportsPage
  opened: ReportedItem
  now: string
  response: ModerationRejection | undefined
}

/** The reported item with all its reports, its author and history, and the bar with the two outcomes. */
export function ReportedPreview(props: PreviewProps) {
  const { page, opened, now, response } = props
  const place = page.items.findIndex(({ id }) => id === opened.id)
  const [previous, next] = [page.items[place - 1], page.items[place + 1]]
  return (
    <>
      <div className="desk-step">
        <SafeLink to={QUEUE} className="desk-back">
          <ChevronLeft size={18} aria-hidden="true" /> Queue
        </SafeLink>
        <span>{place >= 0 && `${place + 1} of ${page.counts.reports}`}</span>
        {previous && (
          <SafeLink to={`${QUEUE}?item=${previous.id}`} data-desk-key="k" className="link">
            Previous
          </SafeLink>
        )}
        {next && (
          <SafeLink to={`${QUEUE}?item=${next.id}`} data-desk-key="j" className="link">
            Next
          </SafeLink>
        )}
      </div>
      <div className="desk-preview">
        <DeskNotices decided={opened.decided} openings={opened.openings} now={now} />
        {response?.rejection.message && <Notice kind="bad">{response.rejection.message}</Notice>}
        <article className="desk-article">
          <ReportedHead opened={opened} />
          <div className="desk-article-text">
            {opened.content?.content ? (
              <ReportedThing kind={opened.kind} content={opened.content.content} />
            ) : (
              <Notice kind="warn">This was deleted or made private.</Notice>
            )}
            <Reports opened={opened} now={now} />
          </div>
          <aside className="desk-article-side" aria-label="Author and history">
            <AuthorRecord author={opened.author} record={opened.record} now={now} />
            <History opened={opened} />
          </aside>
        </article>
      </div>
      {!opened.decided && opened.content && <OutcomeBar {...props} next={(next ?? previous)?.id ?? null} />}
    </>
  )
}

function ReportedHead({ opened }: { opened: ReportedItem }) {
  return (
    <div className="desk-article-head">
      <p className="desk-kind">
        {opened.is_hidden && <span className="desk-badge desk-badge-bad">Hidden by reports</span>}
        {opened.content?.on && (
          <SafeLink className="link" to={opened.content.on.path}>
            {opened.content.on.title === describeReported(opened) ? 'See it on the site' : opened.content.on.title}
          </SafeLink>
        )}
      </p>
      <h2 className="title text-h2 desk-title" dir="auto">
        {describeReported(opened)}
      </h2>
      <p className="desk-note">
        {formatCount(opened.report_count, 'report')}
        {opened.reason && `${opened.report_count > 1 ? ', mostly' : ':'} ${reasonWords[opened.reason]}`}
      </p>
    </div>
  )
}

function Reports({ opened: { reports }, now }: { opened: ReportedItem; now: string }) {
  return (
    <section aria-labelledby="reports">
      <h3 className="title text-h3" id="reports">
        Reports
      </h3>
      <ul>
        {reports.map(({ id, reporter, reason, body, counts, created_at }) => (
          <li key={id} className="desk-report">
            <MemberAvatarLink member={reporter} size={44} />
            <div className="min-w-0">
              <p>
                <MemberLink member={reporter} /> <span className="desk-badge">{reasonWords[reason]}</span>
                {!counts && (
                  <span className="desk-note">
                    {' '}
                    not counted: a new member, or one whose reports are mostly dismissed
                  </span>
                )}
              </p>
              {body && (
                <p dir="auto" className="desk-report-text">
                  “<TextWithMentions text={body} />”
                </p>
              )}
            </div>
            <span className="desk-note">{formatAgo(created_at, new Date(now))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ opened: { history } }: { opened: ReportedItem }) {
  if (history.length === 0) return null
  return (
    <section aria-labelledby="history">
      <h3 className="title text-h3" id="history">
        History
      </h3>
      <ul className="desk-history">
        {history.map(({ action, actor, reason, at }) => (
          <li key={`${at} ${action}`}>
            {actor ? getMemberName(actor) : 'The site'} {action} it, {formatDay(at)}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Neither outcome is the default, so neither is the primary button. */
function OutcomeBar({ opened, response, next }: PreviewProps & { next: number | null }) {
  const target = { kind: opened.kind, target_id: opened.target_id, item: opened.id, next }
  const author = opened.author ? getMemberName(opened.author) : 'the author'
  return (
    <div className="desk-bar">
      <PageForm method="post">
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="verdict" value="kept" />
        <TargetFields target={target} />
        <Button type="submit" data-desk-key="a">
          {opened.kind === 'member' ? 'Dismiss' : 'Keep, show again'} <kbd className="key-hint">A</kbd>
        </Button>
      </PageForm>
      {opened.kind === 'spot' && (
        <LinkButton to={`${QUEUE}?item=${opened.id}&merge=`} data-desk-key="m">
          Merge <kbd className="key-hint">M</kbd>
        </LinkButton>
      )}
      {isMovable(opened) && (
        <LinkButton to={`${QUEUE}?item=${opened.id}&move=`} data-desk-key="m">
          Move to another spot <kbd className="key-hint">M</kbd>
        </LinkButton>
      )}
      <span className="desk-bar-note">Reporters are notified of the outcome</span>
      {opened.kind === 'member' ? (
        <LinkButton to={`${href('/account/moderation/members')}?member=${opened.target_id}`} className="desk-remove">
          Warn, suspend or ban
        </LinkButton>
      ) : (
        <RemovePanel
          target={target}
          noun={opened.kind === 'post' ? 'story' : opened.kind}
          author={author}
          response={response}
        />
      )}
    </div>
  )
}

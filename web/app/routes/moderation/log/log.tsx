import ChevronDown from 'lucide-react/icons/chevron-down'
import Download from 'lucide-react/icons/download'
import { Form, href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { runModerationAction } from '../desk/moderation-action.server.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { readId } from '../desk/read-id.ts'
import { requireModerator } from '../desk/require-moderator.server.ts'
import { UndoBar } from '../desk/undo-bar.tsx'
import type { Route } from './+types/log.ts'
import { LOG_ACTIONS } from './log-actions.ts'
import { getLogPage, type LogFilter, type LogPage, readLogFilter } from './log-schema.ts'
import { LogTable } from './log-table.tsx'

const LOG = href('/account/moderation/log')
const PAGE_SIZE = 100

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'desk-frame' }

export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const filter = readLogFilter(url.searchParams)
  const before = readId(url.searchParams.get('before'))
  const page = await getLogPage(getSupabase(context), filter, { before, most: PAGE_SIZE })
  return { page, filter, now: new Date().toISOString() }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  requireModerator(context, url)
  return runModerationAction(request, url, getSupabase(context))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Log, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Log({ loaderData: { page, filter, now }, actionData }: Route.ComponentProps) {
  const last = page.entries.at(-1)
  return (
    <div className="desk">
      <h1 className="sr-only">Moderation</h1>
      <ModerationTabs counts={page.counts} />
      <div className="desk-page">
        {actionData?.rejection.message && <Notice kind="bad">{actionData.rejection.message}</Notice>}
        <LogFilters filter={filter} page={page} />
        {page.entries.length === 0 ? (
          <EmptyState title="No entries">
            {Object.values(filter).some(Boolean)
              ? 'Nothing in the log matches these filters.'
              : 'Every decision of a moderator appears here.'}
          </EmptyState>
        ) : (
          <LogTable entries={page.entries} now={now} />
        )}
        {last && page.entries.length === PAGE_SIZE && (
          <TextLink to={`${LOG}?${new URLSearchParams({ ...filter, before: String(last.id) })}`}>
            Older entries
          </TextLink>
        )}
        <p className="desk-note">Entries cannot be changed or deleted. Removed content can be restored for 30 days.</p>
      </div>
      <UndoBar />
    </div>
  )
}

function LogFilters({ filter, page: { moderators } }: { filter: LogFilter; page: LogPage }) {
  const file = `${href('/account/moderation/log.csv')}?${new URLSearchParams({ ...filter })}`
  return (
    <Form method="get" action={LOG} className="desk-log-filters" role="search">
      <input
        className="input"
        type="search"
        name="q"
        defaultValue={filter.q}
        aria-label="Member or item"
        placeholder="Member or item"
      />
      <span className="select-frame">
        <select className="input" name="actor" defaultValue={filter.actor} aria-label="Who">
          <option value="">Everyone</option>
          {moderators.map(({ id, username }) => (
            <option key={id} value={id}>
              {username ?? getMemberName(null)}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
      <span className="select-frame">
        <select className="input" name="action" defaultValue={filter.action} aria-label="Action">
          <option value="">Every action</option>
          {Object.entries(LOG_ACTIONS).map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
      <label className="desk-log-month">
        Month
        <input className="input" type="month" name="month" defaultValue={filter.month} />
      </label>
      <Button type="submit">Show</Button>
      <a className="button button-secondary desk-remove" href={withBase(file)} download>
        <Download aria-hidden="true" />
        Download CSV
      </a>
    </Form>
  )
}

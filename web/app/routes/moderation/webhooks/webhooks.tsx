import * as v from 'valibot'
import { formatDay, formatTime } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { takeData } from '#app/lib/supabase.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { countQueues } from '../desk/count-queues.ts'
import { runModerationAction } from '../desk/moderation-action.server.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { requireModerator } from '../desk/require-moderator.server.ts'
import { UndoBar } from '../desk/undo-bar.tsx'
import type { Route } from './+types/webhooks.ts'
import '../desk/desk-table.css'

const Delivery = v.object({
  id: v.number(),
  host: v.nullable(v.string()),
  event: v.string(),
  status: v.picklist(['pending', 'delivered', 'failed']),
  attempts: v.number(),
  /** 0 if the receiver could not be reached; `last_error` then says why. */
  last_status: v.nullable(v.number()),
  last_error: v.nullable(v.string()),
  created_at: v.string(),
})

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'desk-frame' }

export async function loader({ url, context }: Route.LoaderArgs) {
  if (!requireModerator(context, url).isAdministrator) throw pageNotFound(url)
  const supabase = getSupabase(context)
  const [counts, deliveries] = await Promise.all([countQueues(supabase), supabase.rpc('list_webhook_deliveries')])
  return {
    counts,
    deliveries: v.parse(v.array(Delivery), takeData(deliveries)),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  if (!requireModerator(context, url).isAdministrator) throw pageNotFound(url)
  return runModerationAction(request, url, getSupabase(context))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Webhooks, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Webhooks({ loaderData: { counts, deliveries }, actionData }: Route.ComponentProps) {
  return (
    <div className="desk">
      <h1 className="sr-only">Moderation</h1>
      <ModerationTabs counts={counts} />
      <div className="desk-page">
        {actionData?.rejection.message && <Notice kind="bad">{actionData.rejection.message}</Notice>}
        {deliveries.length === 0 ? (
          <EmptyState title="No messages">
            Add a webhook on the server with <code>npm run admin -- webhooks add URL EVENTS</code>. Messages of the last
            30 days appear here.
          </EmptyState>
        ) : (
          <DeliveryTable deliveries={deliveries} />
        )}
      </div>
      <UndoBar />
    </div>
  )
}

function DeliveryTable({ deliveries }: { deliveries: v.InferOutput<typeof Delivery>[] }) {
  return (
    <div className="desk-table-frame">
      <table className="desk-table desk-log">
        <thead>
          <tr>
            <th scope="col">When (UTC)</th>
            <th scope="col">Event</th>
            <th scope="col">To</th>
            <th scope="col">State</th>
            <th scope="col">Attempts</th>
            <th scope="col">Response</th>
            <th scope="col">
              <span className="sr-only">Send again</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map(({ id, created_at, event, host, status, attempts, last_status, last_error }) => (
            <tr key={id}>
              <td className="desk-when">
                {formatDay(created_at)}, {formatTime(created_at)}
                <span className="desk-zone"> UTC</span>
              </td>
              <td>{event}</td>
              <td>{host}</td>
              <td>{status}</td>
              <td>{formatCount(attempts, 'attempt')}</td>
              <td className="desk-log-reason">{last_status ? `HTTP ${last_status}` : last_error}</td>
              <td>
                <PageForm method="post">
                  <input type="hidden" name="intent" value="resend" />
                  <input type="hidden" name="delivery" value={id} />
                  <Button type="submit" variant="bare" size="small">
                    Send again
                  </Button>
                </PageForm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

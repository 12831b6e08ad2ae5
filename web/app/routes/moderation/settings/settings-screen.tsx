import { data, href } from 'react-router'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { requireLiveUser } from '#app/platform/guard/live-user.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { countQueues } from '../desk/count-queues.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { requireModerator } from '../desk/require-moderator.server.ts'
import type { Route } from './+types/settings-screen.ts'
import { runSettingsAction } from './settings-actions.server.ts'
import { getSettingsTab } from './settings-data.ts'
import { SettingsTab } from './settings-tab.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  await requireLiveUser(supabase, href('/account/moderation/settings'))
  requireModerator(context, url)
  const tab = findViewer(context)?.isAdministrator ? await getSettingsTab(supabase) : null
  const counts = await countQueues(supabase)
  return data({ tab, counts, now: Date.now() }, { status: tab ? 200 : 403 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const response = await runSettingsAction(getSupabase(context), await request.formData())
  return data(response, { status: response.rejection ? 400 : 200 })
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Settings of this site') },
  { name: 'robots', content: 'noindex' },
]

export default function SettingsScreen({ loaderData: { tab, counts, now }, actionData }: Route.ComponentProps) {
  return (
    <>
      <ModerationTabs counts={counts} />
      {tab ? (
        <SettingsTab data={tab} response={actionData} now={now} />
      ) : (
        <div className="desk-page">
          <EmptyState title="Administrators only" headingLevel="h1">
            Only administrators see and change the settings of this site.
          </EmptyState>
        </div>
      )}
    </>
  )
}

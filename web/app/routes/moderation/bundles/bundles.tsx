import { data } from 'react-router'
import * as v from 'valibot'
import { takeData } from '#app/lib/supabase.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import type { BundlePreview } from '#app/platform/config/bundle-reader.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { countQueues } from '../desk/count-queues.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { requireModerator } from '../desk/require-moderator.server.ts'
import type { Route } from './+types/bundles.ts'
import { runBundleAction } from './bundle-action.server.ts'
import { AddressForm, PreviewedBundle } from './preview-bundle.tsx'
import { Subscription, SubscriptionList } from './subscription-list.tsx'

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'desk-frame' }

export async function loader({ url, context }: Route.LoaderArgs) {
  if (!requireModerator(context, url).isAdministrator) throw pageNotFound(url)
  const supabase = getSupabase(context)
  const [counts, subscriptions] = await Promise.all([countQueues(supabase), supabase.rpc('list_bundle_subscriptions')])
  return { counts, subscriptions: v.parse(v.array(Subscription), takeData(subscriptions)) }
}

/** The response of a form that stays on the page. */
interface BundleResponse {
  preview?: BundlePreview
  problem?: string
  address?: string
}

export async function action({ request, url, context }: Route.ActionArgs) {
  if (!requireModerator(context, url).isAdministrator) throw pageNotFound(url)
  const { bundles } = context.get(serverSettingsContext)
  const form = await request.formData()
  const response = await runBundleAction(form, getSupabase(context), bundles)
  if (response === 'done') throw redirectTo(withoutBase(url.pathname), { redirectCode: 303 })
  return data<BundleResponse>(response, { status: response.problem ? 400 : 200 })
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Other sites, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Bundles({ loaderData: { counts, subscriptions }, actionData }: Route.ComponentProps) {
  return (
    <div className="desk">
      <h1 className="sr-only">Moderation</h1>
      <ModerationTabs counts={counts} />
      <div className="desk-page grid content-start gap-6">
        {actionData?.problem && <Notice kind="bad">{actionData.problem}</Notice>}
        {actionData?.preview ? (
          <PreviewedBundle preview={actionData.preview} />
        ) : (
          <AddressForm address={actionData?.address} />
        )}
        <SubscriptionList subscriptions={subscriptions} />
      </div>
    </div>
  )
}

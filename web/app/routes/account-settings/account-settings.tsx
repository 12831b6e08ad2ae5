import { data, href, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { requireLiveUser } from '#app/platform/guard/live-user.server.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import type { Route } from './+types/account-settings.ts'
import type { SettingsResponse } from './action-result.ts'
import { AppearanceSection } from './appearance/appearance-section.tsx'
import { DeleteAccountSection } from './delete-account/delete-account-section.tsx'
import { EmailAndPhoneSection } from './email-and-phone/email-and-phone-section.tsx'
import { ExportSection } from './export/export-section.tsx'
import { followResult, readTarget } from './follow-result.ts'
import { LinkedAccountsSection } from './linked-accounts/linked-accounts-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import { PeopleSection } from './people/people-section.tsx'
import { ProfileSection } from './profile/profile-section.tsx'
import { saveProfile } from './profile/save-profile.server.ts'
import { ResponseNotice } from './response-notice.tsx'
import { SecuritySection } from './security-section.tsx'
import { runSettingsAction } from './settings-actions.ts'
import { getSettingsData, type SettingsData } from './settings-data.server.ts'
import { SettingsNav } from './settings-nav.tsx'
import { findSettingsSection, sectionLabels, settingsUrl } from './settings-sections.ts'
import { TokensSection } from './tokens/tokens-section.tsx'
import './account-settings.css'

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = findViewer(context)
  if (!viewer) throw pageNotFound(url)
  const supabase = getSupabase(context)
  const code = url.searchParams.get('code')
  if (code) throw await enterByCode(supabase, code, url.searchParams)
  const chosen = findSettingsSection(url.searchParams)
  const user = await requireLiveUser(supabase, href('/account/settings') + url.search)
  const settings = context.get(serverSettingsContext)
  const isStopping = url.searchParams.get('stop') === 'all'
  return { chosen, shown: await getSettingsData(chosen ?? 'profile', { supabase, viewer, user, settings, isStopping }) }
}

/** Exchanges the code of an email link or a linked provider for a session that includes the change. */
async function enterByCode(supabase: Supabase, code: string, search: URLSearchParams): Promise<Response> {
  // An expired or foreign code changes nothing, so the page simply shows the current state.
  await supabase.auth.exchangeCodeForSession(code)
  return redirectTo(settingsUrl(findSettingsSection(search) ?? 'email'))
}

/** Saves the profile. Without JavaScript it runs every other form too. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const supabase = getSupabase(context)
  const viewer = findViewer(context)
  if (!viewer) throw pageNotFound(url)
  const form = await request.formData()
  const end = await runSettingsAction(supabase, form, context.get(serverSettingsContext).siteUrl)
  if (!end) return respond(await saveProfile({ supabase, viewer, form }))
  const followed = await followResult(supabase, end, readTarget(url.searchParams, form))
  if (followed.response) return respond(followed.response)
  if (followed.returnTarget) followed.leave.headers.append('set-cookie', rememberReturnTarget(followed.returnTarget))
  throw followed.leave
}

function respond(response: SettingsResponse) {
  return data<SettingsResponse>(response, response.rejection ? 400 : 200)
}

/** With JavaScript, the tab's own client changes the account, so that other tabs are notified. */
export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  if (form.get('intent') === 'profile') return serverAction()
  const supabase = await getBrowserClient()
  const end = await runSettingsAction(supabase, form, readPageSettings().siteUrl)
  if (!end) return serverAction()
  const followed = await followResult(supabase, end, readTarget(url.searchParams, form))
  // A page that is loaded again would lose the rejected form if the session has ended.
  if (followed.response) return respond(followed.response)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  if (followed.returnTarget) document.cookie = rememberReturnTarget(followed.returnTarget)
  throw followed.leave
}

/** Rejected forms load no data again, unless they have found that the page is out of date. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || Boolean((actionResult as SettingsResponse | undefined)?.isStale)
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Settings') }, { name: 'robots', content: 'noindex' }]

export default function AccountSettings({ loaderData: { chosen, shown }, actionData: response }: Route.ComponentProps) {
  const { title, lead } = sectionLabels[shown.section]
  // Without a chosen section, the page title is "Settings". On phones the page then shows only the menu.
  const Title = chosen ? 'h1' : 'h2'
  return (
    <Page className="settings" data-chosen={chosen !== null || undefined}>
      <SettingsNav section={shown.section} isChosen={chosen !== null} />
      <div className="settings-section-body">
        <Title className="settings-title">{title}</Title>
        <p className="settings-lead">{lead}</p>
        <ResponseNotice response={response} />
        <Part shown={shown} response={response} />
      </div>
    </Page>
  )
}

function Part({ shown, response }: { shown: SettingsData; response: SettingsResponse | undefined }) {
  switch (shown.section) {
    case 'profile':
      return <ProfileSection data={shown.data} response={response} />
    case 'email':
      return <EmailAndPhoneSection data={shown.data} response={response} />
    case 'security':
      return <SecuritySection data={shown.data} response={response} />
    case 'linked':
      return <LinkedAccountsSection data={shown.data} response={response} />
    case 'tokens':
      return <TokensSection data={shown.data} response={response} />
    case 'people':
      return <PeopleSection data={shown.data} response={response} />
    case 'notifications':
      return <NotificationsSection data={shown.data} />
    case 'appearance':
      return <AppearanceSection />
    case 'export':
      return <ExportSection found={shown.data} />
    case 'delete':
      return <DeleteAccountSection data={shown.data} response={response} />
  }
}

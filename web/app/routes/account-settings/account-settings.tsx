import { data, href, redirect } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/app-settings.ts'
import { getBrowserClient } from '#app/platform/browser-client.ts'
import { pageNotFound } from '#app/platform/not-found.ts'
import { readPageSettings } from '#app/platform/page-settings.ts'
import { findViewer, getSupabase } from '#app/platform/session.server.ts'
import { Page } from '#app/ui/page.tsx'
import type { Route } from './+types/account-settings.ts'
import { EmailPart } from './email-part.tsx'
import { ExportPart } from './export-part.tsx'
import { LookPart } from './look-part.tsx'
import { ProfilePart } from './profile-part.tsx'
import { saveProfile } from './profile-step.server.ts'
import { SecurityPart } from './security-part.tsx'
import { getSettingsData, type SettingsData } from './settings-data.ts'
import { SettingsNav } from './settings-nav.tsx'
import { findSettingsPart, partWords, type SettingsPart } from './settings-parts.ts'
import { runSettingsStep, type SettingsReply } from './settings-steps.ts'
import './account-settings.css'

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = findViewer(context)
  if (!viewer) throw pageNotFound(url.pathname)
  const code = url.searchParams.get('code')
  if (code) throw await enterByMail(getSupabase(context), code)
  return { part: findSettingsPart(url.searchParams), ...(await getSettingsData(getSupabase(context), viewer)) }
}

/** The link of a mail that changes the address leads here with a code, which becomes a session that knows the new one. */
async function enterByMail(supabase: Supabase, code: string): Promise<Response> {
  // A code that is too old or was asked for elsewhere changes nothing: the page then tells the present address.
  await supabase.auth.exchangeCodeForSession(code)
  return redirect(`${href('/account/settings')}?part=email`)
}

/** Saves the profile, and without script everything else. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const supabase = getSupabase(context)
  const viewer = findViewer(context)
  if (!viewer) throw pageNotFound(url.pathname)
  const form = await request.formData()
  const reply =
    (await runSettingsStep(supabase, form, context.get(serverSettingsContext).siteUrl)) ??
    (await saveProfile({ supabase, viewer, form }))
  return data<SettingsReply>(reply, reply.rejection ? 400 : 200)
}

/** With script the tab's own client changes the account, so that the other tabs hear of it. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  if (form.get('intent') === 'profile') return serverAction()
  return (await runSettingsStep(await getBrowserClient(), form, readPageSettings().siteUrl)) ?? serverAction()
}

export const meta: Route.MetaFunction = () => [
  { title: 'Settings | Hereabouts' },
  { name: 'robots', content: 'noindex' },
]

export default function AccountSettings({ loaderData, actionData }: Route.ComponentProps) {
  const chosen = loaderData.part
  const part = chosen ?? 'profile'
  const { title, lead } = partWords[part]
  // While no part is chosen the page as a whole is "Settings"; on phones it is only the list of them.
  const Title = chosen ? 'h1' : 'h2'
  return (
    <Page className="settings" data-chosen={chosen !== null || undefined}>
      <SettingsNav part={part} isChosen={chosen !== null} />
      <div className="settings-part">
        <Title className="settings-title">{title}</Title>
        <p className="settings-lead">{lead}</p>
        <Part part={part} data={loaderData} reply={actionData} />
      </div>
    </Page>
  )
}

function Part({
  part,
  data: loaded,
  reply,
}: {
  part: SettingsPart
  data: SettingsData
  reply: SettingsReply | undefined
}) {
  switch (part) {
    case 'profile':
      return <ProfilePart data={loaded} reply={reply} />
    case 'email':
      return <EmailPart email={loaded.viewer.email} reply={reply} />
    case 'security':
      return <SecurityPart reply={reply} />
    case 'look':
      return <LookPart />
    case 'export':
      return <ExportPart />
  }
}

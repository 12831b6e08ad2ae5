import { data, href, redirect } from 'react-router'
import { describeAuthError, describeLinkFailure } from '#app/features/account/auth-messages.ts'
import { serverSettingsContext } from '#app/platform/app-settings.ts'
import { getBrowserClient } from '#app/platform/browser-client.ts'
import { readPageSettings } from '#app/platform/page-settings.ts'
import { syncOwnProfile } from '#app/platform/profile-sync.ts'
import { forgetReturnTarget, readReturnTarget } from '#app/platform/return-target.ts'
import { findViewer, getSupabase } from '#app/platform/session.server.ts'
import type { Route } from './+types/login.ts'
import { ForgottenPasswordStep } from './forgotten-password-step.tsx'
import { runLoginStep } from './login-steps.ts'
import { NewPasswordStep } from './new-password-step.tsx'
import { PasswordStep } from './password-step.tsx'

/** A mail's link brings a code back here, which becomes a session before anything is shown. */
export async function loader({ url, request, context }: Route.LoaderArgs) {
  const cookies = request.headers.get('cookie') ?? ''
  const step = url.searchParams.get('step')
  const code = url.searchParams.get('code')
  if (code) {
    const { error } = await getSupabase(context).auth.exchangeCodeForSession(code)
    if (!error)
      throw redirect(step === 'new-password' ? `${href('/auth/login')}?step=new-password` : readReturnTarget(cookies))
    return data({ step, message: describeAuthError(error) }, { status: 400 })
  }
  if (step === 'new-password' && findViewer(context)) return { step, message: undefined }
  if (findViewer(context))
    throw redirect(readReturnTarget(cookies), { headers: { 'set-cookie': forgetReturnTarget() } })
  const failure = url.searchParams.get('error_code')
  return { step, message: failure === null ? undefined : describeLinkFailure(failure) }
}

/** Without script the server signs in; the session comes back as cookies. */
export async function action({ request, context }: Route.ActionArgs) {
  const supabase = getSupabase(context)
  const step = await runLoginStep(supabase, await request.formData(), context.get(serverSettingsContext).siteUrl)
  if (!step.done) return data(step.reply, { status: step.reply.rejection ? 400 : 200 })
  await syncOwnProfile(supabase)
  throw redirect(readReturnTarget(request.headers.get('cookie') ?? ''), {
    headers: { 'set-cookie': forgetReturnTarget() },
  })
}

/** With script the tab's own client signs in, so that the other tabs hear of it. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const step = await runLoginStep(await getBrowserClient(), await request.formData(), readPageSettings().siteUrl)
  if (!step.done) return step.reply
  const target = readReturnTarget(document.cookie)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = forgetReturnTarget()
  throw redirect(target)
}

export const meta: Route.MetaFunction = () => [{ title: 'Log in | Hereabouts' }, { name: 'robots', content: 'noindex' }]

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const reply = actionData ?? { rejection: undefined, mailedTo: undefined }
  if (loaderData.step === 'forgotten') return <ForgottenPasswordStep {...reply} />
  if (loaderData.step === 'new-password' && !loaderData.message) return <NewPasswordStep {...reply} />
  return <PasswordStep rejection={reply.rejection} message={loaderData.message} />
}

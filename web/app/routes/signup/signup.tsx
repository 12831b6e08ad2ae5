import { data, href, useLocation } from 'react-router'
import { addCaptchaToken } from '#app/features/account/captcha/captcha-token.ts'
import { EnterCode } from '#app/features/account/sign-in/codes/enter-code.tsx'
import { getSignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.server.ts'
import { findRememberedSave } from '#app/features/lists/remembered-save.server.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { clearReturnTarget, readReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { deleteFlowCookies } from '#app/platform/session/flow-cookies.ts'
import { syncOwnProfile } from '#app/platform/session/profile-sync.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/signup.ts'
import { BecomeAdministrator } from './become-administrator.tsx'
import { ClosedToNewMembers, InvitationNeeded } from './closed-sign-up.tsx'
import { describeReason } from './describe-reason.ts'
import { findInvitation, readInvitationToken } from './invitation.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { runSignUpAction } from './signup-actions.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  const target = readReturnTarget(request.headers.get('cookie') ?? '')
  const token = readInvitationToken(url.searchParams.get('invitation'))
  const viewer = findViewer(context)
  const [offer, registration, invitation] = await Promise.all([
    getSignInOffer(context.get(serverSettingsContext)),
    findRegistration(supabase),
    token === null ? null : findInvitation(supabase, token),
  ])
  // A member may open the link of the first administrator too.
  if (viewer && invitation?.state !== 'setup')
    throw redirectTo(target, { headers: { 'set-cookie': clearReturnTarget() } })
  const reason = describeReason(target, findRememberedSave(request))
  return { isMember: viewer !== null, reason, offer, registration, token, invitation }
}

async function findRegistration(supabase: Supabase) {
  return takeData(await supabase.from('instance_settings').select('registration').single()).registration
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const supabase = getSupabase(context)
  const { siteUrl } = context.get(serverSettingsContext)
  const invitation = readInvitationToken(url.searchParams.get('invitation'))
  const response = await runSignUpAction(supabase, await request.formData(), { siteUrl, invitation })
  if (response) return data(response, { status: response.rejection ? 400 : 200 })
  await syncOwnProfile(supabase)
  throw redirectTo(readReturnTarget(request.headers.get('cookie') ?? ''), {
    headers: { 'set-cookie': clearReturnTarget() },
  })
}

export async function clientAction({ request, url }: Route.ClientActionArgs) {
  const form = await request.formData()
  const [supabase] = await Promise.all([getBrowserClient(), addCaptchaToken(form)])
  const invitation = readInvitationToken(url.searchParams.get('invitation'))
  const response = await runSignUpAction(supabase, form, { siteUrl: readPageSettings().siteUrl, invitation })
  if (response) return response
  const target = readReturnTarget(document.cookie)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = clearReturnTarget()
  deleteFlowCookies(readPageSettings())
  throw redirectTo(target)
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sign up') }, { name: 'robots', content: 'noindex' }]

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, registration, offer, invitation, token } = loaderData
  const rejection = actionData?.rejection
  if (isMember) return <BecomeAdministrator rejection={rejection} />
  if (actionData?.sentTo) return <CheckYourMail sentTo={actionData.sentTo} rejection={rejection} />
  const isAdmitted = invitation?.state === 'setup' || (invitation?.state === 'valid' && registration !== 'closed')
  if (!isAdmitted && registration === 'invitation') return <InvitationNeeded state={invitation?.state} token={token} />
  if (!(isAdmitted || (registration === 'open' && offer.isOpen))) return <ClosedToNewMembers />
  return <SignUpFields {...loaderData} invitation={isAdmitted ? invitation : null} rejection={rejection} />
}

function CheckYourMail({ sentTo, rejection }: { sentTo: string; rejection: FormRejection | undefined }) {
  const isMail = sentTo.includes('@')
  // With the invitation, without which the form may not be shown again.
  const { search } = useLocation()
  return (
    <EnterCode
      title={isMail ? 'Check your email' : 'Check your phone'}
      lead={
        <>
          We sent {isMail ? 'a link and a code' : 'a code'} to <b dir="auto">{sentTo}</b>.{' '}
          {isMail && 'Open the link in this browser, or enter the code here.'}
        </>
      }
      submitLabel="Continue"
      sentTo={sentTo}
      sendAgainIntent="send-again"
      rejection={rejection}
      after={
        <>
          <p>
            Wrong {isMail ? 'address' : 'number'}?{' '}
            <TextLink to={{ pathname: href('/auth/signup'), search }}>Start over</TextLink>
          </p>
          <p>
            Still nothing? You may already have an account.{' '}
            <TextLink to={href('/auth/login')}>Sign in instead</TextLink>
          </p>
        </>
      }
    />
  )
}

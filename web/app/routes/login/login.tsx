import { data, href } from 'react-router'
import { addCaptchaToken, addProofOfWork } from '#app/features/account/captcha/captcha-token.ts'
import { describeAuthError, describeLinkFailure } from '#app/features/account/sign-in/auth-messages.ts'
import { listSecondFactors } from '#app/features/account/sign-in/codes/second-factors.ts'
import { getSignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.server.ts'
import { PLAIN_OFFER } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { clearTypedAccount } from '#app/features/account/sign-in/typed-account.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { clearReturnTarget, readReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { deleteFlowCookies } from '#app/platform/session/flow-cookies.ts'
import { syncOwnProfile } from '#app/platform/session/profile-sync.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { lacksSecondFactor } from '#app/platform/session/two-factor.ts'
import type { Route } from './+types/login.ts'
import { runLoginAction } from './login-actions.ts'
import { EMPTY_RESPONSE, type LoginResult } from './login-result.ts'
import { CodeForm } from './one-time-code/code-form.tsx'
import { ConfirmForm } from './one-time-code/confirm-form.tsx'
import { MailLinkForm } from './one-time-code/mail-link-form.tsx'
import { ForgotPasswordForm } from './password/forgot-password-form.tsx'
import { NewPasswordForm } from './password/new-password-form.tsx'
import { PasswordForm } from './password/password-form.tsx'
import { SsoForm } from './providers/sso-form.tsx'
import { TwoFactorForm } from './two-factor/two-factor-form.tsx'

const LOGIN = href('/auth/login')
const ENDED = `${LOGIN}?error_code=session_not_found`
const SECOND_FACTOR = `${LOGIN}?step=second-factor`
const NEW_PASSWORD = `${LOGIN}?step=new-password`
/** A new password requires two-factor authentication too. */
const SECOND_FACTOR_FIRST = `${SECOND_FACTOR}&then=new-password`

export async function loader({ url, request, context }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  const settings = context.get(serverSettingsContext)
  const step = url.searchParams.get('step')
  if (step === 'link') return { step, message: undefined, secondFactors: null, offer: PLAIN_OFFER }
  const message = await enterByCode(supabase, url, request)
  const isSignedIn = findViewer(context) !== null
  // The session that the emailed link has started is over.
  if (!isSignedIn && step === 'new-password' && message === undefined) throw redirectTo(`${LOGIN}?step=forgotten`)
  if (!isSignedIn) return { step, message, secondFactors: null, offer: await getSignInOffer(settings) }
  if (await lacksSecondFactor(supabase)) {
    if (step !== 'second-factor') throw redirectTo(step === 'new-password' ? SECOND_FACTOR_FIRST : SECOND_FACTOR)
    return { step, message, secondFactors: await listSecondFactors(supabase), offer: PLAIN_OFFER }
  }
  if (step !== 'new-password') throw toResponse(findWayBack(request.headers.get('cookie')))
  return { step, message, secondFactors: null, offer: PLAIN_OFFER }
}

/**
 * Exchanges the code of an email link, a provider or an organisation for a session, before anything is shown.
 * Returns the error message if that fails.
 */
async function enterByCode(supabase: Supabase, url: URL, request: Request): Promise<string | undefined> {
  const code = url.searchParams.get('code')
  const failure = url.searchParams.get('error_code') ?? url.searchParams.get('error')
  if (!code) return failure === null ? undefined : describeLinkFailure(failure)
  const { error } = await supabase.auth.exchangeCodeForSession(code)
  if (error) return describeAuthError(error)
  if (url.searchParams.get('step') === 'new-password') throw redirectTo(NEW_PASSWORD)
  await syncOwnProfile(supabase)
  throw toResponse(await findWay({ supabase, cookies: request.headers.get('cookie') }))
}

/** Signs in on the server without JavaScript; the session is set as cookies. */
export async function action({ url, request, context }: Route.ActionArgs) {
  const supabase = getSupabase(context)
  const step = await runLoginAction(supabase, await request.formData(), context.get(serverSettingsContext).siteUrl)
  if (step.kind === 'response') return data(step.response, { status: step.response.rejection ? 400 : 200 })
  if (step.kind === 'leave') throw redirectTo(step.url, { external: true })
  if (step.kind === 'signed-out') throw redirectTo(step.isEnded ? ENDED : LOGIN)
  await syncOwnProfile(supabase)
  const cookies = request.headers.get('cookie')
  throw toResponse(await findWay({ supabase, lacksPassword: lacksPassword(step, url), cookies }))
}

/** With JavaScript, the tab's own client signs in, so that other tabs are notified. */
export async function clientAction({ url, request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const [supabase] = await Promise.all([getBrowserClient(), addCaptchaToken(form)])
  const step = await signIn(supabase, form)
  if (step.kind === 'response') return step.response
  if (step.kind === 'leave') throw redirectTo(step.url, { external: true })
  if (step.kind === 'signed-out') throw redirectTo(step.isEnded ? ENDED : LOGIN)
  const way = await findWay({ supabase, lacksPassword: lacksPassword(step, url), cookies: document.cookie })
  deleteFlowCookies(readPageSettings())
  clearTypedAccount()
  // Not sent as a header, because browsers ignore `Set-Cookie` on responses built in JavaScript.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  if (way.isEnd) document.cookie = clearReturnTarget()
  throw redirectTo(way.to)
}

/** Runs the form in the browser, and again with a proof of work when the service requires one. */
async function signIn(supabase: Supabase, form: FormData): Promise<LoginResult> {
  const { siteUrl } = readPageSettings()
  const first = await runLoginAction(supabase, form, siteUrl)
  const isRepeated = first.kind === 'response' && first.response.lacksProofOfWork && (await addProofOfWork(form))
  return isRepeated ? runLoginAction(supabase, form, siteUrl) : first
}

/** Returns true if the purpose of this sign-in is a new password, before or after two-factor authentication. */
function lacksPassword(step: { lacksPassword?: boolean }, { searchParams }: URL): boolean {
  const isReset = searchParams.get('step') === 'forgotten' || searchParams.get('then') === 'new-password'
  return step.lacksPassword === true || isReset
}

interface Entry {
  supabase: Supabase
  lacksPassword?: boolean
  cookies: string | null
}

interface Way {
  to: string
  /** True when the sign-in is complete and the remembered return target can be deleted. */
  isEnd: boolean
}

/** Returns where a new session leads: to two-factor authentication, a new password, or the page the member wanted. */
async function findWay({ supabase, lacksPassword = false, cookies }: Entry): Promise<Way> {
  if (await lacksSecondFactor(supabase))
    return { to: lacksPassword ? SECOND_FACTOR_FIRST : SECOND_FACTOR, isEnd: false }
  return lacksPassword ? { to: NEW_PASSWORD, isEnd: false } : findWayBack(cookies)
}

function findWayBack(cookies: string | null): Way {
  return { to: readReturnTarget(cookies ?? ''), isEnd: true }
}

function toResponse({ to, isEnd }: Way): Response {
  return redirectTo(to, isEnd ? { headers: { 'set-cookie': clearReturnTarget() } } : {})
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sign in') }, { name: 'robots', content: 'noindex' }]

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const response = actionData ?? EMPTY_RESPONSE
  const { step, message, secondFactors, offer } = loaderData
  if (step === 'link') return <MailLinkForm rejection={response.rejection} />
  if (secondFactors) return <TwoFactorForm factors={secondFactors} response={response} />
  if (step === 'forgotten') return <ForgotPasswordForm {...response} />
  if (step === 'new-password' && !message) return <NewPasswordForm {...response} />
  if (step === 'code') return <CodeForm offer={offer} response={response} />
  if (step === 'organisation') return <SsoForm offer={offer} rejection={response.rejection} />
  if (response.sentTo !== undefined) return <ConfirmForm sentTo={response.sentTo} rejection={response.rejection} />
  return <PasswordForm offer={offer} response={response} message={message} />
}

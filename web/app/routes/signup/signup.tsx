import { data, href } from 'react-router'
import { addCaptchaToken } from '#app/features/account/captcha/captcha-token.ts'
import { AccountField } from '#app/features/account/sign-in/account-field.tsx'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { EnterCode } from '#app/features/account/sign-in/enter-code.tsx'
import { ProviderWays } from '#app/features/account/sign-in/provider-buttons.tsx'
import { getSignInOffer } from '#app/features/account/sign-in/sign-in-methods.server.ts'
import { CONTENT_LIMITS, USERNAME_LENGTH } from '#app/lib/content-limits.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { forgetReturnTarget, readReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { forgetOwnFlows } from '#app/platform/session/flow-cookies.ts'
import { syncOwnProfile } from '#app/platform/session/profile-sync.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { TextField } from '#app/ui/forms/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/signup.ts'
import { runSignUpAction } from './signup-actions.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const target = readReturnTarget(request.headers.get('cookie') ?? '')
  if (findViewer(context)) throw redirectTo(target, { headers: { 'set-cookie': forgetReturnTarget() } })
  return { wasSentHere: target !== '/', offer: await getSignInOffer(context.get(serverSettingsContext)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const supabase = getSupabase(context)
  const reply = await runSignUpAction(supabase, await request.formData(), context.get(serverSettingsContext).siteUrl)
  if (reply) return data(reply, { status: reply.rejection ? 400 : 200 })
  await syncOwnProfile(supabase)
  throw redirectTo(readReturnTarget(request.headers.get('cookie') ?? ''), {
    headers: { 'set-cookie': forgetReturnTarget() },
  })
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const [supabase] = await Promise.all([getBrowserClient(), addCaptchaToken(form)])
  const reply = await runSignUpAction(supabase, form, readPageSettings().siteUrl)
  if (reply) return reply
  const target = readReturnTarget(document.cookie)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = forgetReturnTarget()
  forgetOwnFlows(readPageSettings())
  throw redirectTo(target)
}

export const meta: Route.MetaFunction = () => [
  { title: 'Sign up | Hereabouts' },
  { name: 'robots', content: 'noindex' },
]

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { wasSentHere, offer } = loaderData
  const rejection = actionData?.rejection
  if (actionData?.sentTo) return <CheckYourMail sentTo={actionData.sentTo} rejection={rejection} />
  if (!offer.isOpen) return <ClosedToNewMembers />
  const field = (name: string) => ({
    name,
    defaultValue: rejection?.values[name],
    error: rejection?.fieldErrors[name],
  })
  return (
    <AuthForm
      intent="sign-up"
      title="Sign up"
      lead={
        wasSentHere
          ? 'That page is for members. Signing up takes a minute, and then you can see it.'
          : 'Mark the places you would send a friend to.'
      }
      submitLabel="Sign up"
      busyLabel="Signing up"
      rejection={rejection}
      hasCaptcha
      after={
        <>
          {offer.providers.length > 0 && (
            <ul className="auth-methods" aria-label="Other ways to sign up">
              <ProviderWays providers={offer.providers} />
            </ul>
          )}
          <p className="auth-after">
            Have an account? <TextLink to={href('/auth/login')}>Sign in</TextLink>
          </p>
        </>
      }
    >
      <div className="auth-pair">
        <TextField
          label="Name"
          autoComplete="given-name"
          maxLength={CONTENT_LIMITS['users.name']}
          optional
          {...field('name')}
        />
        <TextField
          label="Surname"
          autoComplete="family-name"
          maxLength={CONTENT_LIMITS['users.name']}
          optional
          {...field('surname')}
        />
      </div>
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={USERNAME_LENGTH.max}
        hint="Shown with your spots."
        required
        {...field('username')}
      />
      <AccountField offer={offer} rejection={rejection} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters. A short sentence makes a good password."
        error={rejection?.fieldErrors.password}
        required
      />
    </AuthForm>
  )
}

function ClosedToNewMembers() {
  return (
    <>
      <h1 className="auth-title">Sign-up is closed</h1>
      <p className="auth-lead">
        This site is not accepting new members at the moment. You can still see everything that is public.
      </p>
      <p className="auth-after">
        Have an account? <TextLink to={href('/auth/login')}>Sign in</TextLink>
      </p>
    </>
  )
}

function CheckYourMail({ sentTo, rejection }: { sentTo: string; rejection: FormRejection | undefined }) {
  const isMail = sentTo.includes('@')
  return (
    <EnterCode
      title={isMail ? 'Check your e-mail' : 'Check your phone'}
      lead={
        <>
          We sent {isMail ? 'a link and six digits' : 'six digits'} to <b dir="auto">{sentTo}</b>.{' '}
          {isMail && 'Open the link in this browser, or enter the digits here.'}
        </>
      }
      submitLabel="Continue"
      sentTo={sentTo}
      sendAgainIntent="send-again"
      rejection={rejection}
      after={
        <p>
          Wrong address? <TextLink to={href('/auth/signup')}>Start over</TextLink>
        </p>
      }
    />
  )
}

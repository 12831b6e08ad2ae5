import { data, href, redirect } from 'react-router'
import { AuthForm } from '#app/features/account/auth-form.tsx'
import { describeAuthError } from '#app/features/account/auth-messages.ts'
import { SignUpForm } from '#app/features/account/sign-in-schema.ts'
import { type FormRejection, parseForm, rejectForm } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/app-settings.ts'
import { getBrowserClient } from '#app/platform/browser-client.ts'
import { readPageSettings } from '#app/platform/page-settings.ts'
import { syncOwnProfile } from '#app/platform/profile-sync.ts'
import { forgetReturnTarget, readReturnTarget } from '#app/platform/return-target.ts'
import { findViewer, getSupabase } from '#app/platform/session.server.ts'
import { PasswordField } from '#app/ui/password-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Route } from './+types/signup.ts'

type Reply = { rejection: FormRejection | undefined; mailedTo: string | undefined }

export function loader({ request, context }: Route.LoaderArgs) {
  const target = readReturnTarget(request.headers.get('cookie') ?? '')
  if (findViewer(context)) throw redirect(target, { headers: { 'set-cookie': forgetReturnTarget() } })
  return { wasSentHere: target !== '/' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const supabase = getSupabase(context)
  const reply = await signUp(supabase, await request.formData(), context.get(serverSettingsContext).siteUrl)
  if (reply) return data(reply, { status: reply.rejection ? 400 : 200 })
  await syncOwnProfile(supabase)
  throw redirect(readReturnTarget(request.headers.get('cookie') ?? ''), {
    headers: { 'set-cookie': forgetReturnTarget() },
  })
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const reply = await signUp(await getBrowserClient(), await request.formData(), readPageSettings().siteUrl)
  if (reply) return reply
  const target = readReturnTarget(document.cookie)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = forgetReturnTarget()
  throw redirect(target)
}

export const meta: Route.MetaFunction = () => [{ title: 'Join | Hereabouts' }, { name: 'robots', content: 'noindex' }]

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.mailedTo) return <CheckYourMail address={actionData.mailedTo} />
  const rejection = actionData?.rejection
  const field = (name: string) => ({
    name,
    defaultValue: rejection?.values[name],
    error: rejection?.fieldErrors[name],
  })
  return (
    <AuthForm
      intent="sign-up"
      title="Join Hereabouts"
      lead={
        loaderData.wasSentHere
          ? 'That page is for members. It takes a minute, and then you are there.'
          : 'Mark the places you would send a friend to.'
      }
      submitLabel="Join"
      busyLabel="Joining"
      rejection={rejection}
      after={
        <p className="auth-after">
          Have an account? <TextLink to={href('/auth/login')}>Log in</TextLink>
        </p>
      }
    >
      <div className="auth-pair">
        <TextField label="Name" autoComplete="given-name" maxLength={80} optional {...field('name')} />
        <TextField label="Surname" autoComplete="family-name" maxLength={80} optional {...field('surname')} />
      </div>
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={30}
        hint="What others see beside your spots."
        required
        {...field('username')}
      />
      <TextField label="E-mail" type="email" autoComplete="username" required {...field('email')} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters. A short sentence is better than a twisted word."
        error={rejection?.fieldErrors.password}
        required
      />
    </AuthForm>
  )
}

function CheckYourMail({ address }: { address: string }) {
  return (
    <>
      <h1 className="auth-title">Check your mail</h1>
      <p className="auth-lead" role="status">
        We have sent a link to <b dir="auto">{address}</b>. Open it in this browser, and you are in.
      </p>
      <p className="auth-after">
        Wrong address? <TextLink to={href('/auth/signup')}>Start again</TextLink>
      </p>
    </>
  )
}

/** Makes the account. Answers nothing when the member is signed in already, else what the page has to say. */
async function signUp(supabase: Supabase, form: FormData, siteUrl: string): Promise<Reply | undefined> {
  const parsed = parseForm(SignUpForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection, mailedTo: undefined }
  const { email, password, ...profile } = parsed.value
  const options = { data: profile, emailRedirectTo: `${siteUrl}${href('/auth/login')}` }
  const { data: account, error } = await supabase.auth.signUp({ email, password, options })
  if (error) return { rejection: rejectForm(describeAuthError(error), form), mailedTo: undefined }
  return account.session ? undefined : { rejection: undefined, mailedTo: email }
}

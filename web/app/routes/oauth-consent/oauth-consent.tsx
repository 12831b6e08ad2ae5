import { data, Form, href, useNavigation } from 'react-router'
import { describeScopes } from '#app/features/account/scope-words.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { requireViewer } from '#app/platform/guard.server.ts'
import { requireLiveUser } from '#app/platform/live-user.server.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { rememberReturnTarget } from '#app/platform/return-target.ts'
import { getSupabase } from '#app/platform/session.server.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/oauth-consent.ts'
import './oauth-consent.css'

const SECOND_FACTOR = `${href('/auth/login')}?step=second-factor`

/** What an app asks for. A member who said yes before is sent on at once. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireViewer(context)
  const supabase = getSupabase(context)
  const id = url.searchParams.get('authorization_id') ?? ''
  const { data: details, error } = await supabase.auth.oauth.getAuthorizationDetails(encodeURIComponent(id))
  if (details && 'redirect_url' in details) throw redirectTo(details.redirect_url, { external: true })
  if (error?.code === 'insufficient_aal') throw await takeSecondStep(supabase, url)
  if (!details) {
    await requireLiveUser(supabase, href('/oauth/consent') + url.search)
    return data({ request: undefined }, { status: 404 })
  }
  const { client, user, scope, redirect_uri: redirectUri } = details
  const request = {
    app: client.name || describeTarget(redirectUri),
    target: describeTarget(redirectUri),
    email: user.email,
    scope,
  }
  return { request }
}

/** Leads to the second step, which leads back. Every page does so by what the token says; the service may know better. */
async function takeSecondStep(supabase: Supabase, { search }: URL): Promise<Response> {
  await supabase.auth.refreshSession()
  const target = href('/oauth/consent') + search
  return redirectTo(SECOND_FACTOR, { headers: { 'set-cookie': rememberReturnTarget(target) } })
}

/** Without script the way back is a link: the page's policy lets no form lead to other sites. */
export async function action({ request, url, context }: Route.ActionArgs) {
  requireViewer(context)
  const id = encodeURIComponent(url.searchParams.get('authorization_id') ?? '')
  const supabase = getSupabase(context)
  const { oauth } = supabase.auth
  const isApproved = (await request.formData()).get('intent') === 'approve'
  const options = { skipBrowserRedirect: true }
  const { data: answer, error } = await (isApproved
    ? oauth.approveAuthorization(id, options)
    : oauth.denyAuthorization(id, options))
  if (error?.code === 'insufficient_aal') throw await takeSecondStep(supabase, url)
  if (!answer) return data({ wayBack: undefined }, { status: 404 })
  return { wayBack: answer.redirect_url }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (answer.wayBack) throw redirectTo(answer.wayBack, { external: true })
  return answer
}

export const meta: Route.MetaFunction = () => [
  { title: 'Let an app in | Hereabouts' },
  { name: 'robots', content: 'noindex' },
]

export default function OauthConsent({ loaderData, actionData }: Route.ComponentProps) {
  const { request } = loaderData
  if (actionData?.wayBack) return <Answered wayBack={actionData.wayBack} />
  if (!request || actionData) return <NothingAsked />
  return <Question {...request} />
}

function Question({ app, target, email, scope }: { app: string; target: string; email: string; scope: string }) {
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle'
  return (
    <>
      <h1 className="auth-title">
        Let <span dir="auto">{app}</span> in?
      </h1>
      <p className="auth-lead">
        You are signed in as <b dir="auto">{email}</b>. If you allow it, <span dir="auto">{app}</span> may
      </p>
      <ul className="consent-scopes">
        {describeScopes(scope).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Notice>
        It also acts here in your name: what you may see and write, it may see and write. How you sign in, it cannot
        change. You can take this back <TextLink to={href('/account/apps')}>at any time</TextLink>.
      </Notice>
      <Form method="post" className="consent-answers">
        <Button type="submit" name="intent" value="approve" variant="primary" busy={isBusy} busyLabel="One moment">
          Allow
        </Button>
        <Button type="submit" name="intent" value="deny" disabled={isBusy}>
          Do not allow
        </Button>
      </Form>
      <p className="auth-after">
        You will be taken to <b dir="ltr">{target}</b>. Only allow it if you have just come from there.
      </p>
    </>
  )
}

function Answered({ wayBack }: { wayBack: string }) {
  return (
    <>
      <h1 className="auth-title">Noted</h1>
      <p className="auth-lead" role="status">
        The app is told your answer as you go back to it.
      </p>
      <LinkButton to={wayBack} external variant="primary">
        Go back to the app
      </LinkButton>
    </>
  )
}

function NothingAsked() {
  return (
    <>
      <h1 className="auth-title">Nothing is asked here</h1>
      <p className="auth-lead">
        This request was answered, or has waited too long. Go back to the app and begin again; nothing was given away.
      </p>
      <p className="auth-after">
        <TextLink to={href('/')}>To the start page</TextLink>
      </p>
    </>
  )
}

/** The host of a web address; of an app's own scheme, the scheme. */
function describeTarget(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return host || `an app on this device (${protocol.slice(0, -1)})`
}

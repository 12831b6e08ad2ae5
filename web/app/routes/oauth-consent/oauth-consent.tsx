import { data, href, useNavigation } from 'react-router'
import { describeReach, describeScopes } from '#app/features/account/scope-words.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/oauth-consent.ts'
import { describeTarget } from './describe-target.ts'
import { requireGone } from './require-gone.server.ts'
import './oauth-consent.css'

const SECOND_FACTOR = `${href('/auth/login')}?step=second-factor`

/** The request of an app. Redirects at once if the member has already approved it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = requireViewer(context)
  const supabase = getSupabase(context)
  const id = url.searchParams.get('authorization_id') ?? ''
  const { data: details, error } = await supabase.auth.oauth.getAuthorizationDetails(encodeURIComponent(id))
  if (details && 'redirect_url' in details) throw redirectTo(details.redirect_url, { external: true })
  if (error?.code === 'insufficient_aal') throw await redirectToSecondFactor(supabase, url)
  if (!details) {
    await requireGone(supabase, href('/oauth/consent') + url.search, error)
    return data({ request: undefined }, { status: 404 })
  }
  const { client, user, scope, redirect_uri: redirectUri } = details
  const request = {
    app: client.name || describeTarget(redirectUri),
    target: describeTarget(redirectUri),
    // Members who sign in by phone or wallet may have no address.
    account: user.email || viewer.username || 'a member without a name',
    scope,
  }
  return { request }
}

/**
 * Redirects to two-factor authentication, which leads back here. Other pages rely on the token, but the service may
 * have a newer factor.
 */
async function redirectToSecondFactor(supabase: Supabase, { search }: URL): Promise<Response> {
  await supabase.auth.refreshSession()
  const target = href('/oauth/consent') + search
  return redirectTo(SECOND_FACTOR, { headers: { 'set-cookie': rememberReturnTarget(target) } })
}

/** Signs out and redirects to the sign-in, which leads back to the same request. */
async function switchAccount(supabase: Supabase, { search }: URL): Promise<Response> {
  await supabase.auth.signOut({ scope: 'local' })
  const headers = { 'set-cookie': rememberReturnTarget(href('/oauth/consent') + search) }
  return redirectTo(href('/auth/login'), { headers })
}

/**
 * Without JavaScript the page returns to the app by a link, because its content security policy forbids forms that lead
 * to other sites.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  requireViewer(context)
  const id = encodeURIComponent(url.searchParams.get('authorization_id') ?? '')
  const supabase = getSupabase(context)
  const { oauth } = supabase.auth
  const intent = (await request.formData()).get('intent')
  if (intent === 'switch') throw await switchAccount(supabase, url)
  const isApproved = intent === 'approve'
  const options = { skipBrowserRedirect: true }
  const { data: answer, error } = await (isApproved
    ? oauth.approveAuthorization(id, options)
    : oauth.denyAuthorization(id, options))
  if (error?.code === 'insufficient_aal') throw await redirectToSecondFactor(supabase, url)
  if (!answer) {
    await requireGone(supabase, href('/oauth/consent') + url.search, error)
    return data({ wayBack: undefined, isGone: true }, { status: 404 })
  }
  return { wayBack: answer.redirect_url, isGone: false }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (answer.wayBack) throw redirectTo(answer.wayBack, { external: true })
  return answer
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Authorize an app') },
  { name: 'robots', content: 'noindex' },
]

export default function OauthConsent({ loaderData, actionData }: Route.ComponentProps) {
  const { request } = loaderData
  if (actionData?.wayBack) return <Answered wayBack={actionData.wayBack} />
  if (!request || actionData?.isGone) return <NoPendingRequest />
  return <ConsentForm {...request} />
}

function ConsentForm({ app, target, account, scope }: Record<'app' | 'target' | 'account' | 'scope', string>) {
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle'
  return (
    <>
      <h1 className="auth-title">
        Authorize <span dir="auto">{app}</span>?
      </h1>
      <p className="auth-lead">
        You are signed in as <b dir="auto">{account}</b>. If you allow it, <span dir="auto">{app}</span> may
      </p>
      <ul className="consent-scopes">
        {describeScopes(scope).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Notice>
        {describeReach(scope)} It cannot change your account or how you sign in. You can disconnect it{' '}
        <TextLink to={href('/account/apps')}>at any time</TextLink>.
      </Notice>
      <PageForm method="post" className="consent-answers">
        <Button type="submit" name="intent" value="approve" variant="primary" busy={isBusy} busyLabel="Please wait">
          Allow
        </Button>
        <Button type="submit" name="intent" value="deny" disabled={isBusy}>
          Deny
        </Button>
        <Button type="submit" name="intent" value="switch" disabled={isBusy}>
          Use another account
        </Button>
      </PageForm>
      <p className="auth-after">
        You will be taken to <b dir="ltr">{target}</b>. Only allow this if you came from there just now.
      </p>
    </>
  )
}

function Answered({ wayBack }: { wayBack: string }) {
  return (
    <>
      <h1 className="auth-title">Almost done</h1>
      <p className="auth-lead" role="status">
        The app receives your answer when you go back to it.
      </p>
      <LinkButton to={wayBack} external variant="primary">
        Go back to the app
      </LinkButton>
    </>
  )
}

function NoPendingRequest() {
  return (
    <>
      <h1 className="auth-title">No pending request</h1>
      <p className="auth-lead">
        This request was already answered, or it has expired. To connect the app, go back to it and start again.
      </p>
      <p className="auth-after">
        <TextLink to={href('/')}>Go to the home page</TextLink>
      </p>
    </>
  )
}

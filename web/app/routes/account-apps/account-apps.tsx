import { data, href, useNavigation } from 'react-router'
import { describeScopes } from '#app/features/account/scope-words.ts'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { getSiteName, pageTitle } from '#app/platform/config/site-name.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { Row } from '#app/ui/layout/row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/account-apps.ts'
import { listGrants } from './list-grants.ts'

/** The apps that the member has connected. */
export async function loader({ context }: Route.LoaderArgs) {
  requireViewer(context)
  return listGrants(getSupabase(context))
}

/** Revokes the access of an app. */
export async function action({ request, context }: Route.ActionArgs) {
  requireViewer(context)
  const clientId = String((await request.formData()).get('app') ?? '')
  const { error } = await getSupabase(context).auth.oauth.revokeGrant({ clientId })
  if (!error || error.code === 'oauth_consent_not_found') return { problem: undefined }
  // The client reports status 0 when the service cannot be reached.
  return data({ problem: describeAuthError(error) }, { status: error.status || 502 })
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Connected apps') },
  { name: 'robots', content: 'noindex' },
]

export default function AccountApps({ loaderData, actionData }: Route.ComponentProps) {
  const { grants } = loaderData
  const problem = actionData?.problem ?? loaderData.problem
  const { state, formData } = useNavigation()
  const leaving = state === 'idle' ? null : formData?.get('app')
  return (
    <Page>
      <div className="grid max-w-[40rem] gap-6 py-12">
        <div className="grid gap-4">
          <p>
            <TextLink to={`${href('/account/settings')}?section=linked`}>‹ Linked accounts</TextLink>
          </p>
          <h1 className="title text-h1">Connected apps</h1>
        </div>
        {problem && <Notice kind="bad">{problem}</Notice>}
        {grants.length === 0 && !loaderData.problem && (
          <EmptyState title="No connected apps">
            When you sign in to another app with your {getSiteName()} account, it is listed here.
          </EmptyState>
        )}
        <ul className="min-w-0">
          {grants.map(({ client, scopes, granted_at: grantedAt }) => (
            <Row
              key={client.id}
              title={<span dir="auto">{client.name || 'Unnamed app'}</span>}
              note={`Connected ${formatDay(grantedAt)}. It may ${describeScopes(scopes.join(' ')).join(', ')}.`}
              actions={
                <PageForm method="post">
                  <input type="hidden" name="app" value={client.id} />
                  <Button
                    type="submit"
                    busy={leaving === client.id}
                    aria-label={`Disconnect ${client.name || 'the unnamed app'}`}
                  >
                    Disconnect
                  </Button>
                </PageForm>
              }
            />
          ))}
        </ul>
      </div>
    </Page>
  )
}

import { randomUUID } from 'node:crypto'
import { findInvited } from '../../domain/linking/accept-invite.ts'
import { openProvider } from '../../domain/providers/open-provider.ts'
import { startAtProvider } from '../../domain/providers/provider-client.ts'
import { errors } from '../../errors.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { requireLinking } from '../../requests/require-linking.ts'
import { createOAuthFlow } from '../../tables/oauth-flows.ts'
import { bindToBrowser } from './browser-binding.ts'

/**
 * Parameters that this service reads or sets itself. All others, such as `prompt`, are forwarded to the provider.
 * Parameters of a request object (RFC 9101) are withheld too, because such an object could replace the whole request.
 */
const OWN_PARAMETERS = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'invite_token',
  'skip_http_redirect',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'request',
  'request_uri',
])

/** GET /authorize: redirects the browser to a provider (auth 7.8). */
export async function authorize(request: AuthRequest): Promise<Response> {
  return request.redirect(await beginAtProvider(request, undefined), 302)
}

/** GET /user/identities/authorize: the same, to link the identity to the signed-in account (auth 7.9). */
export async function authorizeIdentity(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  requireLinking(dependencies, signedIn)
  const url = await beginAtProvider(request, signedIn.user.id)
  return request.req.query('skip_http_redirect') === 'true' ? request.json({ url }) : request.redirect(url, 302)
}

async function beginAtProvider(request: AuthRequest, linkTo: string | undefined): Promise<string> {
  const { dependencies } = request.var
  const query = request.req.query()
  const provider = await openProvider(dependencies, query.provider ?? '')
  if ((await provider.getSecret()) === '') throw errors.providerSecretMissing()
  const pkce = parsePkce(query)
  const inviteToken = query.invite_token || undefined
  if (inviteToken && !(await findInvited(dependencies, dependencies.sql, inviteToken)))
    throw errors.invitedUserNotFound()
  const id = randomUUID()
  const scopes = (query.scopes ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  const started = await startAtProvider(provider, { state: id, scopes, params: pickProviderParameters(query) }).catch(
    (cause: unknown) => {
      throw errors.providerUnreachable(cause)
    },
  )
  const { url, codeVerifier, nonce } = started
  await dependencies.sql.begin((sql) =>
    createOAuthFlow(sql, {
      id,
      provider: provider.name,
      pkce,
      redirectTo: chooseRedirect(request),
      inviteToken,
      linkTo,
      isEmailOptional: provider.isEmailOptional,
      browserHash: bindToBrowser(request, id, { isCrossSitePost: isFormPost(provider.row) }),
      clientState: codeVerifier || nonce ? { id: randomUUID(), codeVerifier, nonce } : undefined,
      createdAt: dependencies.now(),
    }),
  )
  return url
}

function isFormPost(row: { kind: string; responseMode?: string }): boolean {
  return row.responseMode === 'form_post'
}

function pickProviderParameters(query: Record<string, string>): Record<string, string> {
  const isForeign = (name: string) => !OWN_PARAMETERS.has(name) && !name.startsWith('code_')
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => isForeign(name) && value !== ''))
}

import { randomBytes } from 'node:crypto'
import { errors } from '../../errors.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { withQuery } from '../../requests/redirects.ts'
import { createAuthorization } from '../../tables/oauth-authorizations.ts'
import { findOauthClient, type OauthClientRow } from '../../tables/oauth-clients.ts'
import { parseScopes } from './scopes.ts'

const ID_BYTES = 24
const LONGEST_STATE = 4_096
const LONGEST_NONCE = 255
const LONGEST_RESOURCE = 2_048

/** An OAuth error that the browser carries back to the client. */
interface Fault {
  error: string
  description: string
}

/**
 * GET /oauth/authorize: a client requests to sign a member in. Errors about the client or its redirect URI are answered
 * here, because neither a code nor an error may reach an unregistered URL. All others return to the client (auth 9.2).
 */
export async function authorizeClient(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { settings } = dependencies
  requireSingle(request)
  const {
    client_id: clientId = '',
    redirect_uri: redirectUri = '',
    state = '',
    nonce = '',
    resource,
  } = request.req.query()
  const client = await getClient(request, clientId)
  if (!client.redirect_uris.includes(redirectUri)) {
    throw errors.validation('redirect_uri must be exactly one that the client has registered')
  }
  request.header('Cache-Control', 'no-store')
  const checked = check(request, client)
  if ('error' in checked) return request.redirect(withQuery(redirectUri, toErrorQuery(request, checked, state)), 302)
  const authorizationId = randomBytes(ID_BYTES).toString('base64url')
  await createAuthorization(dependencies.sql, {
    authorizationId,
    clientId,
    redirectUri,
    scope: checked.scopes.join(' '),
    state: state || null,
    nonce: nonce || null,
    resource: resource || null,
    pkce: checked.pkce,
    expiresAt: new Date(dependencies.now().getTime() + settings.oauthServerAuthorizationTtlMs),
    now: dependencies.now(),
  })
  const page = `${settings.siteUrl}${settings.oauthServerAuthorizationPath}`
  return request.redirect(withQuery(page, { authorization_id: authorizationId }), 302)
}

/** Rejects repeated parameters, which another party may read differently (RFC 6749 §3.1). */
function requireSingle(request: AuthRequest): void {
  for (const [name, values] of Object.entries(request.req.queries())) {
    if (values.length > 1 && name !== 'resource')
      throw errors.validation(`${name.slice(0, 64)} is given more than once`)
  }
}

async function getClient(request: AuthRequest, clientId: string): Promise<OauthClientRow> {
  if (clientId === '') throw errors.validation('client_id is required')
  const client = isUuid(clientId) ? await findOauthClient(request.var.dependencies.sql, clientId) : undefined
  if (!client) throw errors.oauthClientUnknown()
  return client
}

function check(request: AuthRequest, client: OauthClientRow) {
  const { response_type: type, response_mode: mode = 'query', prompt, scope = '', ...query } = request.req.query()
  const invalid = (description: string): Fault => ({ error: 'invalid_request', description })
  if (type !== 'code') return { error: 'unsupported_response_type', description: 'response_type must be code' }
  if (mode !== 'query') return invalid('response_mode must be query')
  if (prompt === 'none')
    return { error: 'interaction_required', description: 'The request requires interaction with the member' }
  if (!client.grant_types.includes('authorization_code')) {
    return { error: 'unauthorized_client', description: 'The client may not use authorization_code' }
  }
  const tooLong = Object.entries(LIMITS).find(([name, limit]) => (query[name] ?? '').length > limit)
  if (tooLong) return invalid(`${tooLong[0]} is too long`)
  const scopes = parseScopes(scope, request.var.dependencies.settings.oauthServerDefaultScope)
  if (!scopes) return { error: 'invalid_scope', description: 'scope contains an unknown value' }
  // An ID token signed with a shared secret could not be verified by anyone else.
  if (scopes.includes('openid') && request.var.dependencies.tokens.publicKeys.length === 0) {
    return { error: 'invalid_scope', description: 'openid needs an asymmetric key in JWT_KEYS' }
  }
  try {
    const pkce = parsePkce(query)
    return pkce ? { scopes, pkce } : invalid('PKCE is required: code_challenge and code_challenge_method')
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'code_challenge is wrong')
  }
}

const LIMITS = { state: LONGEST_STATE, nonce: LONGEST_NONCE, resource: LONGEST_RESOURCE }

/** Returns the parameters of a response to the client. The issuer prevents mix-up attacks (RFC 9207). */
export function toErrorQuery(
  request: AuthRequest,
  { error, description }: Fault,
  state: string | null,
): Record<string, string> {
  const { jwtIssuer } = request.var.dependencies.settings
  return { error, error_description: description, ...(state ? { state } : {}), iss: jwtIssuer }
}

import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { lacksSecondFactor } from '../../domain/sessions/second-factor.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest, SignedIn } from '../../requests/context.ts'
import { withQuery } from '../../requests/redirects.ts'
import {
  approveAuthorization,
  claimAuthorization,
  denyAuthorization,
  type OauthAuthorizationRow,
} from '../../tables/oauth-authorizations.ts'
import { findOauthClient, type OauthClientRow } from '../../tables/oauth-clients.ts'
import { findConsent, listGrants, revokeConsent, upsertConsent } from '../../tables/oauth-consents.ts'
import { toErrorQuery } from './authorize.ts'
import { hashSecret } from './clients.ts'

const CODE_BYTES = 32
const Body = v.object({ action: v.optional(v.string(), '') })

/**
 * GET /oauth/authorizations/{id}: returns the consent request. Returns the redirect instead when the member has
 * consented before and no other app can pose as the client (auth 9.2).
 */
export async function getAuthorization(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const result = await dependencies.sql.begin(async (sql) => {
    const { authorization, client } = await claim(request, sql)
    const consent = await findConsent(sql, signedIn.user.id, client.id)
    const scopes = authorization.scope.split(' ')
    const isGranted = consent !== undefined && scopes.every((scope) => consent.scopes.includes(scope))
    if (isGranted && isProven(client, authorization))
      return { redirect_url: await approve(request, sql, authorization) }
    return {
      authorization_id: authorization.authorization_id,
      redirect_uri: authorization.redirect_uri,
      client: toClient(client),
      user: { id: signedIn.user.id, email: signedIn.user.email ?? '' },
      scope: authorization.scope,
    }
  })
  return request.json(result)
}

/** POST /oauth/authorizations/{id}/consent: approves or denies the request (auth 9.2). */
export async function decideAuthorization(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { action } = await readBody(request, Body)
  if (action !== 'approve' && action !== 'deny') throw errors.validation('action must be approve or deny')
  const redirectUrl = await dependencies.sql.begin(async (sql) => {
    const { authorization, client } = await claim(request, sql)
    if (action === 'deny') {
      await denyAuthorization(sql, authorization.id)
      const fault = { error: 'access_denied', description: 'The member denied the request' }
      return withQuery(authorization.redirect_uri, toErrorQuery(request, fault, authorization.state))
    }
    const scopes = authorization.scope.split(' ')
    await upsertConsent(sql, { userId: signedIn.user.id, clientId: client.id, scopes, now: dependencies.now() })
    return approve(request, sql, authorization)
  })
  return request.json({ redirect_url: redirectUrl })
}

async function claim(
  request: AuthRequest,
  sql: Statements,
): Promise<{ authorization: OauthAuthorizationRow; client: OauthClientRow }> {
  const { dependencies, signedIn } = request.var
  requireSecondStep(signedIn)
  const id = request.req.param('id') ?? ''
  const owner = { userId: signedIn.user.id, sessionId: signedIn.session?.id }
  const authorization = await claimAuthorization(sql, id, owner, dependencies.now())
  const client = authorization ? await findOauthClient(sql, authorization.client_id) : undefined
  // The operator may have removed the redirect URI since.
  if (!authorization || !client?.redirect_uris.includes(authorization.redirect_uri))
    throw errors.oauthAuthorizationNotFound()
  return { authorization, client }
}

/**
 * Returns true when only the client itself can use the code. Any app on a device can receive the redirects of a private
 * scheme or a loopback address, and start a request of its own (RFC 8252 §8.6).
 */
function isProven(client: OauthClientRow, { redirect_uri: redirectUri }: OauthAuthorizationRow): boolean {
  return client.client_type === 'confidential' || redirectUri.startsWith('https:')
}

/** Requires aal2 when MFA is enrolled, so that a stolen password alone opens no other apps. */
function requireSecondStep({ user, session }: SignedIn): void {
  if (lacksSecondFactor(user, session)) throw errors.aal2ToConsent()
}

/** Creates the code and returns the redirect URL. */
async function approve(request: AuthRequest, sql: Statements, authorization: OauthAuthorizationRow): Promise<string> {
  const { dependencies } = request.var
  const { settings } = dependencies
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const expiresAt = new Date(dependencies.now().getTime() + settings.oauthServerAuthorizationTtlMs)
  await approveAuthorization(sql, authorization.id, { codeHash: hashSecret(code), expiresAt, now: dependencies.now() })
  const { redirect_uri: redirectUri, state } = authorization
  return withQuery(redirectUri, { code, ...(state ? { state } : {}), iss: settings.jwtIssuer })
}

/** GET /user/oauth/grants (auth 9.2). */
export async function listOwnGrants(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const grants = await listGrants(dependencies.sql, signedIn.user.id)
  return request.json(
    grants.map(({ client_id: id, scopes, granted_at, ...client }) => ({
      client: toClient({ id, ...client }),
      scopes,
      granted_at,
    })),
  )
}

/** DELETE /user/oauth/grants?client_id=…: ends the client's sessions immediately (auth 9.2). */
export async function revokeOwnGrant(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const clientId = request.req.query('client_id')
  if (!isUuid(clientId)) throw errors.validation('client_id must be a UUID')
  const isRevoked = await dependencies.sql.begin((sql) =>
    revokeConsent(sql, signedIn.user.id, clientId, dependencies.now()),
  )
  if (!isRevoked) throw errors.oauthConsentNotFound()
  return request.body(null, 204)
}

function toClient({
  id,
  client_name: name,
  client_uri: uri,
  logo_uri: logoUri,
}: Pick<OauthClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>): Record<string, string> {
  return { id, name: name ?? '', uri: uri ?? '', logo_uri: logoUri ?? '' }
}

import { AppError } from '../../../http/app-error.ts'
import { ID_TOKEN_USE } from '../../../http/tokens/tokens.ts'
import { isBanned } from '../../domain/accounts/get-user.ts'
import { type Issued, issueSession } from '../../domain/sessions/issue-session.ts'
import { refreshSession } from '../../domain/sessions/refresh-session.ts'
import { OAuthStyleError } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { isVerifierOf } from '../../kernel/values/pkce.ts'
import type { AuthRequest } from '../../requests/context.ts'
import {
  lockAuthorizationByCode,
  type OauthAuthorizationRow,
  updateCodeUsed,
} from '../../tables/oauth-authorizations.ts'
import type { OauthClientRow } from '../../tables/oauth-clients.ts'
import { findConsent } from '../../tables/oauth-consents.ts'
import { deleteSession } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserById } from '../../tables/users.ts'
import { authenticateClient, readTokenForm, type TokenForm } from './authenticate-client.ts'
import { hashSecret } from './clients.ts'
import { toMemberClaims } from './member-claims.ts'

const METHOD = 'oauth_provider/authorization_code'

/** POST /oauth/token: exchanges a code or refreshes tokens (auth 9.2). */
export async function exchangeToken(request: AuthRequest): Promise<Response> {
  const form = await readTokenForm(request)
  const client = await authenticateClient(request, form)
  const grant = form.grant_type ?? ''
  if (grant !== 'authorization_code' && grant !== 'refresh_token') {
    throw new OAuthStyleError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  }
  if (!client.grant_types.includes(grant)) {
    throw new OAuthStyleError('unauthorized_client', `The client may not use ${grant}`)
  }
  const tokens = await (grant === 'refresh_token' ? refresh : exchangeCode)(request, client, form)
  request.header('Cache-Control', 'no-store')
  return request.json(tokens)
}

async function refresh(request: AuthRequest, { id }: OauthClientRow, form: TokenForm): Promise<object> {
  const presented = { token: form.refresh_token ?? '', oauthClientId: id }
  const issued = await refreshSession(request.var.dependencies, presented).catch((error: unknown) => {
    // Errors of the grant itself become OAuth errors.
    const isTheirs = error instanceof AppError && error.status >= 400 && error.status < 409
    throw isTheirs ? new OAuthStyleError('invalid_grant', error.message, { cause: error }) : error
  })
  return toTokens(issued, { hasRefreshToken: true })
}

async function exchangeCode(request: AuthRequest, client: OauthClientRow, form: TokenForm): Promise<object> {
  const { dependencies } = request.var
  const exchanged = await dependencies.sql.begin(async (sql) => {
    const authorization = await lockAuthorizationByCode(sql, hashSecret(form.code ?? ''))
    if (authorization?.client_id !== client.id) throw rejection('The code is not known')
    if (authorization.code_used_at) {
      // A code that is used twice was stolen, so the session of its first use ends (RFC 6749 §4.1.2). This must be
      // committed.
      if (authorization.session_id) await deleteSession(sql, authorization.session_id)
      return undefined
    }
    requireFit(dependencies, authorization, form)
    const user = await getUser(dependencies, sql, authorization)
    const scopes = authorization.scope
    const opened = {
      user,
      method: METHOD,
      oauthClient: { id: client.id, scopes },
    }
    const issued = await issueSession(dependencies, sql, opened)
    await updateCodeUsed(sql, authorization.id, issued.sessionId, dependencies.now())
    return { authorization, user, issued }
  })
  if (!exchanged) throw rejection('The code was used before')
  const { authorization, user, issued } = exchanged
  const idToken = await createIdToken(dependencies, authorization, user, issued)
  const tokens = toTokens(issued, { hasRefreshToken: client.grant_types.includes('refresh_token') })
  return { ...tokens, scope: authorization.scope, ...(idToken ? { id_token: idToken } : {}) }
}

function requireFit({ now }: AuthDependencies, authorization: OauthAuthorizationRow, form: TokenForm): void {
  const { code_challenge: challenge, code_challenge_method: method } = authorization
  if (authorization.status !== 'approved' || authorization.expires_at <= now()) throw rejection('The code has expired')
  if (form.redirect_uri !== undefined && form.redirect_uri !== authorization.redirect_uri) {
    throw rejection('redirect_uri is not the one of the request')
  }
  const isVerified = challenge && method && isVerifierOf(form.code_verifier ?? '', { challenge, method })
  if (!isVerified) throw rejection('code_verifier does not match the code_challenge of the request')
}

/** Returns the member, who may have been banned or revoked the consent since. */
async function getUser(
  dependencies: AuthDependencies,
  sql: Statements,
  authorization: OauthAuthorizationRow,
): Promise<UserRow> {
  const user = authorization.user_id ? await findUserById(sql, authorization.user_id) : undefined
  const consent = user ? await findConsent(sql, user.id, authorization.client_id) : undefined
  if (!user || user.deleted_at || !consent || isBanned(user, dependencies))
    throw rejection('The member may not sign in to this app')
  return user
}

function rejection(description: string): OAuthStyleError {
  return new OAuthStyleError('invalid_grant', description)
}

function toTokens({ response }: Issued, { hasRefreshToken }: { hasRefreshToken: boolean }): object {
  return {
    access_token: response.access_token,
    token_type: response.token_type,
    expires_in: response.expires_in,
    ...(hasRefreshToken ? { refresh_token: response.refresh_token } : {}),
  }
}

/** Creates the ID token for the client. */
async function createIdToken(
  { settings, tokens, now }: AuthDependencies,
  { client_id: clientId, scope, nonce, approved_at: approvedAt }: OauthAuthorizationRow,
  user: UserRow,
  { response }: Issued,
): Promise<string | undefined> {
  const scopes = scope.split(' ')
  if (!scopes.includes('openid')) return undefined
  const toSeconds = (time: Date) => Math.floor(time.getTime() / 1_000)
  return tokens.sign({
    ...toMemberClaims(user, scopes),
    iss: settings.jwtIssuer,
    aud: clientId,
    iat: toSeconds(now()),
    exp: response.expires_at,
    auth_time: toSeconds(approvedAt ?? now()),
    ...(nonce ? { nonce } : {}),
    token_use: ID_TOKEN_USE,
  })
}

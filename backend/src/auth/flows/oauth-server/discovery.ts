import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { SCOPES } from './scopes.ts'

const CACHED = 'public, max-age=600'

/** GET /.well-known/oauth-authorization-server (RFC 8414) (auth 7.12, auth 9.2). */
export function authorizationServer(request: AuthRequest): Response {
  request.header('Cache-Control', CACHED)
  return request.json(describeServer(request.var.dependencies))
}

/** Returns the metadata of our OAuth server. */
export function describeServer({
  settings,
  tokens,
}: Pick<AuthDependencies, 'settings' | 'tokens'>): Record<string, unknown> {
  const base = settings.jwtIssuer
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    userinfo_endpoint: `${base}/oauth/userinfo`,
    ...(settings.oauthServerRegistration ? { registration_endpoint: `${base}/oauth/clients/register` } : {}),
    // Requests for openid are rejected without a public key, because no client could verify the ID token.
    scopes_supported: SCOPES.filter((scope) => scope !== 'openid' || tokens.publicKeys.length > 0),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(tokens.publicKeys.map(({ alg }) => alg))],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    claims_supported: [
      'sub',
      'aud',
      'iss',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
      'name',
      'picture',
      'preferred_username',
      'updated_at',
    ],
    code_challenge_methods_supported: ['S256', 'plain'],
    authorization_response_iss_parameter_supported: true,
  }
}

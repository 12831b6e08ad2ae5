import type { AuthRequest } from '../../requests/context.ts'
import { describeServer } from '../oauth-server/discovery.ts'

const CACHED = 'public, max-age=600'

/** GET /.well-known/jwks.json: the public keys that verify our tokens (auth 7.12). */
export function jwks(request: AuthRequest): Response {
  request.header('Cache-Control', CACHED)
  return request.json({ keys: request.var.dependencies.tokens.publicKeys })
}

/** GET /.well-known/openid-configuration (auth 7.12). */
export function openidConfiguration(request: AuthRequest): Response {
  const { settings, tokens } = request.var.dependencies
  request.header('Cache-Control', CACHED)
  if (settings.oauthServerEnabled) return request.json(describeServer(request.var.dependencies))
  return request.json({
    issuer: settings.jwtIssuer,
    authorization_endpoint: `${settings.jwtIssuer}/authorize`,
    token_endpoint: `${settings.jwtIssuer}/token`,
    jwks_uri: `${settings.jwtIssuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${settings.jwtIssuer}/user`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: tokens.publicKeys.map(({ alg }) => alg),
    code_challenge_methods_supported: ['S256', 'plain'],
  })
}

/** GET /health. Clients of the protocol expect this `name` (auth 7.12). */
export function health(request: AuthRequest): Response {
  return request.json({ version: 'v2', name: 'GoTrue', description: 'Hereabouts accounts service' })
}

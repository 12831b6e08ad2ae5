import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { sameText } from '../../../http/tokens/caller.ts'
import type { ExternalAccount } from '../../domain/linking/external-account.ts'
import { signInExternally } from '../../domain/linking/sign-in-externally.ts'
import type { OidcProvider } from '../../domain/providers/oidc-providers.ts'
import { type OpenProvider, openProvider } from '../../domain/providers/open-provider.ts'
import { toAccount } from '../../domain/providers/provider-client.ts'
import { toOidcProfile } from '../../domain/providers/provider-profile.ts'
import { PROVIDERS } from '../../domain/providers/providers.ts'
import { verifyIdToken } from '../../domain/providers/verify-id-token.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors, OAuthStyleError } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getSignedIn } from '../../requests/guards.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import { requireLinking } from '../../requests/require-linking.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'

const Body = v.object({
  id_token: v.optional(v.string(), ''),
  provider: v.optional(v.string(), ''),
  client_id: v.optional(v.string(), ''),
  issuer: v.optional(v.string(), ''),
  access_token: v.optional(v.string()),
  nonce: v.optional(v.string(), ''),
  link_identity: v.optional(v.boolean(), false),
})
type Body = v.InferOutput<typeof Body>

const INVALID = 'invalid request'

/** POST /token?grant_type=id_token: signs in with an ID token that the app obtained itself (auth 7.2). */
export async function grantByIdToken(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, Body)
  if (body.id_token === '') throw new OAuthStyleError(INVALID, 'id_token required')
  if (body.provider === '' && (body.client_id === '' || body.issuer === '')) {
    throw new OAuthStyleError(INVALID, 'provider or client_id and issuer required')
  }
  const linkTo = body.link_identity ? await getLinkingMember(request) : undefined
  const provider = await openProvider(dependencies, body.provider || findProviderOfIssuer(dependencies, body)).catch(
    (error: unknown) => {
      throw toDisabledError(error, body)
    },
  )
  const row = toOidcRow(provider)
  const claims = await verifyIdToken(provider, row, {
    idToken: body.id_token,
    accessToken: body.access_token,
    now: dependencies.now(),
  }).catch((cause: unknown) => {
    throw new OAuthStyleError(INVALID, 'Bad ID token', { cause })
  })
  requireAudience(provider, claims)
  if (!provider.skipsNonceCheck) requireNonce(claims.nonce, body.nonce)
  const account = readAccount(provider, row, claims)
  const external = { account, audience: getAudience(request), redirectTo: chooseRedirect(request), linkTo }
  const issued = await signInExternally(dependencies, external, (sql, user) =>
    issueSession(dependencies, sql, { user, method: 'oauth', isAudited: false }),
  )
  return respondWithTokens(request, issued)
}

async function getLinkingMember(request: AuthRequest): Promise<string> {
  const signedIn = await getSignedIn(request)
  requireLinking(request.var.dependencies, signedIn)
  return signedIn.user.id
}

/**
 * Finds the provider of an issuer. The client id in the request proves nothing, because the caller chooses it: only
 * configured client ids are accepted. Otherwise any app could collect ID tokens and use them here.
 */
function findProviderOfIssuer({ settings }: AuthDependencies, { issuer }: Body): string {
  if (!settings.idTokenIssuers.includes(issuer)) {
    throw errors.validation(`Custom OIDC provider ${JSON.stringify(issuer.slice(0, 200))} not allowed`)
  }
  const found = Object.entries(PROVIDERS).find(
    ([, row]) => row.kind === 'oidc' && (row.issuer === issuer || row.otherIssuers?.test(issuer)),
  )
  if (!found) throw errors.providerDisabled(issuer)
  return found[0]
}

function toDisabledError(error: unknown, { provider, issuer }: Body): unknown {
  const isDisabled = error instanceof Error && error.message === errors.providerNotEnabled().message
  return isDisabled ? errors.providerDisabled(issuer || provider) : error
}

/** Returns the OpenID Connect properties of a provider. Some OAuth 2 providers issue ID tokens, but to apps only. */
function toOidcRow({ name, row }: OpenProvider): OidcProvider {
  if (row.kind === 'oidc') return row
  if (row.idToken) return { kind: 'oidc', scopes: [], ...row.idToken }
  throw errors.validation(`Provider ${name} cannot be used with ID tokens`)
}

function requireAudience({ clientIds }: OpenProvider, { aud = [] }: JWTPayload): void {
  const audiences = [aud].flat()
  if (audiences.some((audience) => clientIds.includes(audience))) return
  throw new OAuthStyleError(INVALID, `Unacceptable audience in id_token: [${audiences.join(' ')}]`)
}

/** The token contains the hash of a nonce that only the app knows, so a stolen token is useless. */
function requireNonce(claim: unknown, nonce: string): void {
  const hasClaim = typeof claim === 'string' && claim !== ''
  if (hasClaim !== (nonce !== '')) {
    throw new OAuthStyleError(INVALID, 'Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (!hasClaim) return
  const hash = createHash('sha256').update(nonce).digest('hex')
  if (!sameText(hash, claim)) throw new OAuthStyleError('invalid nonce', 'Nonces mismatch')
}

function readAccount(provider: OpenProvider, row: OidcProvider, claims: JWTPayload): ExternalAccount {
  const account = toAccountOrThrow(provider, row, claims)
  if (account.emails.length > 0 || account.isEmailOptional) return account
  throw new OAuthStyleError(INVALID, 'The id_token contains no email address')
}

function toAccountOrThrow(provider: OpenProvider, row: OidcProvider, claims: JWTPayload): ExternalAccount {
  try {
    return toAccount(provider, toOidcProfile(provider, row, claims))
  } catch (cause) {
    throw new OAuthStyleError(INVALID, 'Bad ID token', { cause })
  }
}

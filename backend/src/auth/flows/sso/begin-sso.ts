import { randomUUID } from 'node:crypto'
import { SAML, type SamlConfig } from '@node-saml/node-saml'
import * as v from 'valibot'
import type { IdentityProvider } from '../../domain/saml/identity-provider.ts'
import { getIdentityProvider } from '../../domain/saml/metadata-of-provider.ts'
import { getAcsUrl, getEntityId } from '../../domain/saml/service-provider.ts'
import { getSamlKey } from '../../domain/saml/signing-key.ts'
import { errors } from '../../errors.ts'
import type { AuthParts, AuthRequest } from '../../kernel/dependencies.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { chooseRedirect } from '../../kernel/values/redirect.ts'
import { PkceEntries, readBody } from '../../requests/body.ts'
import { isUuid } from '../../requests/guards.ts'
import { createRelayState } from '../../tables/saml-relay-states.ts'
import { findSsoProvider, findSsoProviderByDomain, type SsoProviderRow } from '../../tables/sso-providers.ts'

const Body = v.object({
  provider_id: v.optional(v.string(), ''),
  domain: v.optional(v.string(), ''),
  redirect_to: v.optional(v.string()),
  skip_http_redirect: v.optional(v.boolean(), false),
  ...PkceEntries,
})
type Body = v.InferOutput<typeof Body>

/** POST /sso: sends the member to the identity provider of her organisation. Contract §7.11. */
export async function beginSso(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const body = await readBody(request, Body)
  const pkce = parsePkce(body)
  const provider = await getProvider(parts, body)
  if (provider.disabled) throw errors.ssoProviderDisabled()
  const id = randomUUID()
  const { url, requestId } = await createSignInUrl(parts, provider, id)
  const redirectTo = chooseRedirect(request, body.redirect_to)
  await createRelayState(parts.sql, { id, providerId: provider.id, requestId, redirectTo, pkce, now: parts.now() })
  return body.skip_http_redirect ? request.json({ url }) : request.redirect(url, 303)
}

async function getProvider({ sql }: AuthParts, { provider_id: id, domain }: Body): Promise<SsoProviderRow> {
  if (id === '' && domain === '') throw errors.validation('A provider_id or domain needs to be provided')
  if (id !== '' && domain !== '') throw errors.validation('Only one of provider_id or domain needs to be provided')
  if (id !== '' && !isUuid(id)) throw errors.validation('provider_id must be a UUID')
  const provider = id === '' ? await findSsoProviderByDomain(sql, domain) : await findSsoProvider(sql, id)
  if (!provider) throw id === '' ? errors.ssoProviderOfDomainNotFound() : errors.ssoProviderNotFound()
  return provider
}

/** The address of the identity provider with our signed request. */
async function createSignInUrl(
  parts: AuthParts,
  provider: SsoProviderRow,
  relayState: string,
): Promise<{ url: string; requestId: string }> {
  const identityProvider = await getIdentityProvider(parts, provider)
  const requestId = `_${randomUUID()}`
  const saml = await createSaml(parts, identityProvider, {
    identifierFormat: provider.name_id_format,
    generateUniqueId: () => requestId,
  })
  return { url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}), requestId }
}

/**
 * The library, set up for one identity provider. It builds requests and verifies signatures; times, audience and recipient are
 * checked in verify-response.ts, since the library skips some of them when we keep track of requests ourselves.
 */
export async function createSaml(
  parts: AuthParts,
  identityProvider: IdentityProvider,
  options: Partial<SamlConfig> = {},
): Promise<SAML> {
  const { privateKey } = await getSamlKey(parts)
  return new SAML({
    callbackUrl: getAcsUrl(parts),
    issuer: getEntityId(parts),
    entryPoint: identityProvider.signInUrl,
    idpCert: identityProvider.certificates,
    privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    disableRequestedAuthnContext: true,
    ...options,
  })
}

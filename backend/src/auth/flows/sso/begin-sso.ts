import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { createSaml } from '../../domain/saml/create-saml.ts'
import { getIdentityProvider } from '../../domain/saml/metadata-of-provider.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { PkceEntries, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
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

/** POST /sso: redirects the member to their organisation's identity provider (auth 7.11). */
export async function beginSso(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, Body)
  const pkce = parsePkce(body)
  const provider = await getProvider(dependencies, body)
  if (provider.disabled) throw errors.ssoProviderDisabled()
  const id = randomUUID()
  const { url, requestId } = await createSignInUrl(dependencies, provider, id)
  const redirectTo = chooseRedirect(request, body.redirect_to)
  await createRelayState(dependencies.sql, {
    id,
    providerId: provider.id,
    requestId,
    redirectTo,
    pkce,
    now: dependencies.now(),
  })
  return body.skip_http_redirect ? request.json({ url }) : request.redirect(url, 303)
}

async function getProvider({ sql }: AuthDependencies, { provider_id: id, domain }: Body): Promise<SsoProviderRow> {
  if (id === '' && domain === '') throw errors.validation('A provider_id or domain needs to be provided')
  if (id !== '' && domain !== '') throw errors.validation('Only one of provider_id or domain needs to be provided')
  if (id !== '' && !isUuid(id)) throw errors.validation('provider_id must be a UUID')
  const provider = id === '' ? await findSsoProviderByDomain(sql, domain) : await findSsoProvider(sql, id)
  if (!provider) throw id === '' ? errors.ssoProviderOfDomainNotFound() : errors.ssoProviderNotFound()
  return provider
}

/** Returns the identity provider's URL with our signed request. */
async function createSignInUrl(
  dependencies: AuthDependencies,
  provider: SsoProviderRow,
  relayState: string,
): Promise<{ url: string; requestId: string }> {
  const identityProvider = await getIdentityProvider(dependencies, provider)
  const requestId = `_${randomUUID()}`
  const saml = await createSaml(dependencies, identityProvider, {
    identifierFormat: provider.name_id_format,
    generateUniqueId: () => requestId,
  })
  return { url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}), requestId }
}

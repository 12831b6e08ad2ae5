import { createHash } from 'node:crypto'
import { signInExternally } from '../../domain/linking/sign-in-externally.ts'
import type { Assertion } from '../../domain/saml/check-assertion.ts'
import { getIdentityProvider } from '../../domain/saml/metadata-of-provider.ts'
import { toSsoAccount } from '../../domain/saml/sso-account.ts'
import { readIssuer, verifyResponse } from '../../domain/saml/verify-response.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { isAllowedRedirect } from '../../kernel/values/redirect.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { toErrorFields, toTokenFields, withFragment, withQuery } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import {
  createUsedAssertion,
  deleteRelayState,
  findRelayState,
  issueSsoAuthCode,
  type RelayStateRow,
} from '../../tables/saml-relay-states.ts'
import { findSsoProvider, findSsoProviderByEntityId, type SsoProviderRow } from '../../tables/sso-providers.ts'
import type { UserRow } from '../../tables/user-row.ts'

const METHOD = 'sso/saml'

/** A response with its provider and sign-in. */
interface Origin {
  provider: SsoProviderRow
  /** Undefined when the identity provider began the sign-in. */
  relayState: RelayStateRow | undefined
  redirectTo: string
}

/** POST /sso/saml/acs: accepts the identity provider's response and redirects to the site (auth 7.11). */
export async function consumeAssertion(request: AuthRequest): Promise<Response> {
  request.header('Cache-Control', 'no-store')
  // The target's URL carries tokens, which must not leak through a Referer.
  request.header('Referrer-Policy', 'no-referrer')
  try {
    return request.redirect(await signIn(request), 302)
  } catch (error) {
    // Errors without an OAuth name (404, 422) are reported as `invalid_request`, because `error` is required here.
    const fields = { error: 'invalid_request', ...toErrorFields(request, error) }
    return request.redirect(withQuery(request.var.dependencies.settings.siteUrl, fields), 303)
  }
}

async function signIn(request: AuthRequest): Promise<string> {
  const { dependencies } = request.var
  const form = await request.req.parseBody().catch(() => {
    throw errors.validation('The form with the SAMLResponse cannot be read')
  })
  const { SAMLResponse: encoded, RelayState: relay = '' } = form
  if (typeof encoded !== 'string' || encoded === '') throw errors.validation('SAMLResponse is missing')
  if (typeof relay !== 'string') throw errors.validation('SAML RelayState is not a valid UUID or URL')
  const origin = await getOrigin(dependencies, encoded, relay)
  const { provider, relayState } = origin
  if (provider.disabled) throw errors.ssoProviderDisabled()
  const assertion = await verifyResponse(dependencies, encoded, {
    entityId: provider.entity_id,
    identityProvider: await getIdentityProvider(dependencies, provider),
    requestId: relayState?.request_id,
  })
  const { redirectTo } = origin
  const account = toSsoAccount(provider, assertion)
  return signInExternally(dependencies, { account, audience: getAudience(request), redirectTo }, async (sql, user) => {
    await useUp(sql, origin, assertion)
    return finish(request, sql, origin, { user, assertion })
  })
}

/**
 * Finds the provider of a response and the member's target. A URL as relay state means that the provider began the
 * sign-in.
 */
async function getOrigin(dependencies: AuthDependencies, encoded: string, relay: string): Promise<Origin> {
  const { settings, sql } = dependencies
  if (isUuid(relay)) {
    const relayState = await findRelayState(sql, relay)
    const provider = relayState ? await findSsoProvider(sql, relayState.sso_provider_id) : undefined
    if (!relayState || !provider) throw errors.samlRelayStateNotFound()
    const endsAt = relayState.created_at.getTime() + settings.samlRelayStateMs
    if (endsAt <= dependencies.now().getTime()) throw errors.samlRelayStateExpired()
    return { provider, relayState, redirectTo: toAllowed(dependencies, relayState.redirect_to ?? '') }
  }
  if (relay !== '' && !URL.canParse(relay)) throw errors.validation('SAML RelayState is not a valid UUID or URL')
  const provider = await findSsoProviderByEntityId(sql, readIssuer(encoded))
  if (!provider) throw errors.samlIdpNotFound()
  return { provider, relayState: undefined, redirectTo: toAllowed(dependencies, relay) }
}

/** Checks the target again: the allow list may have changed, and targets from identity providers are unchecked. */
function toAllowed({ settings }: AuthDependencies, target: string): string {
  return target !== '' && isAllowedRedirect(target, settings) ? target : settings.siteUrl
}

/** Consumes request and response, so that each works once across all processes. */
async function useUp(sql: Statements, { provider, relayState }: Origin, { id, expiresAt }: Assertion): Promise<void> {
  if (relayState && !(await deleteRelayState(sql, relayState.id))) throw errors.samlRelayStateNotFound()
  const hash = createHash('sha256').update(id).digest('hex')
  if (!(await createUsedAssertion(sql, { providerId: provider.id, hash, expiresAt }))) {
    throw errors.samlInvalid('it was used before')
  }
}

async function finish(
  request: AuthRequest,
  sql: Statements,
  { relayState, redirectTo }: Origin,
  { user, assertion }: { user: UserRow; assertion: Assertion },
): Promise<string> {
  const { dependencies } = request.var
  const notAfter = assertion.sessionNotAfter
  if (relayState?.flow_state_id) {
    const flow = { userId: user.id, notAfter, now: dependencies.now() }
    const code = await issueSsoAuthCode(sql, relayState.flow_state_id, flow)
    if (!code) throw errors.flowStateNotFound()
    return withQuery(redirectTo, { code })
  }
  const opened = { user, method: METHOD, isAudited: false, notAfter }
  const { response } = await issueSession(dependencies, sql, opened)
  return withFragment(redirectTo, toTokenFields(response))
}

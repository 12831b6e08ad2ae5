import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { signInExternally } from '../../domain/linking/sign-in-externally.ts'
import { openProvider } from '../../domain/providers/open-provider.ts'
import { finishAtProvider, type ProviderSignIn } from '../../domain/providers/provider-client.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import { isAllowedRedirect } from '../../kernel/values/redirect.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { toErrorFields, toTokenFields, withFragment, withQuery } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import {
  claimOAuthFlow,
  consumeClientState,
  finishOAuthFlow,
  isOAuthFlow,
  type OAuthFlowRow,
} from '../../tables/oauth-flows.ts'
import { isBoundBrowser } from './browser-binding.ts'

const CLIENT_STATE_LIFE_MS = 300_000
const LONGEST = 2_048
/** Errors that the app gets as access_denied, regardless of their status (auth 7.8). */
const DENIED_CODES = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

/** Apple sends the name once, beside the code, at the first sign-in. */
const PostedUser = v.pipe(
  v.string(),
  v.maxLength(LONGEST),
  v.parseJson(),
  v.object({
    name: v.optional(v.object({ firstName: v.optional(v.string(), ''), lastName: v.optional(v.string(), '') }), {}),
  }),
)

/** GET and POST /callback: the browser returns from a provider (auth 7.8). */
export async function callback(request: AuthRequest): Promise<Response> {
  request.header('Cache-Control', 'no-store')
  // The target's URL carries tokens, which must not leak through a Referer.
  request.header('Referrer-Policy', 'no-referrer')
  const { settings } = request.var.dependencies
  const fields = await readFields(request)
  let flow: OAuthFlowRow
  try {
    flow = await claimFlow(request, fields.state ?? '')
  } catch (error) {
    return request.redirect(withQuery(settings.siteUrl, toErrorFields(request, error)), 303)
  }
  // Checked again, because the allow list may have changed since.
  const isAllowed = flow.referrer !== null && isAllowedRedirect(flow.referrer, settings)
  const target = isAllowed && flow.referrer ? flow.referrer : settings.siteUrl
  const location = await finish(request, flow, fields, target).catch((error: unknown) => {
    const failure = toRedirectError(request, error)
    return withFragment(withQuery(target, failure), { ...failure, sb: '' })
  })
  return request.redirect(location, 302)
}

type Fields = Partial<Record<string, string>>

async function readFields(request: AuthRequest): Promise<Fields> {
  if (request.req.method !== 'POST') return request.req.query()
  const body = await request.req.parseBody().catch(() => ({}))
  const texts = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { ...request.req.query(), ...Object.fromEntries(texts) }
}

async function claimFlow(request: AuthRequest, state: string): Promise<OAuthFlowRow> {
  const { dependencies } = request.var
  if (state === '') throw errors.callbackStateMissing()
  if (!isUuid(state)) throw errors.badState()
  const flow = await claimOAuthFlow(dependencies.sql, state, dependencies.now())
  if (!flow) throw (await isOAuthFlow(dependencies.sql, state)) ? errors.stateUsed() : errors.stateNotFound()
  if (flow.created_at.getTime() + dependencies.settings.flowStateExpiryMs < dependencies.now().getTime())
    throw errors.stateNotFound()
  // A code is bound to the app by its verifier. Tokens in a URL are not bound to anything.
  const isImplicitSignIn = flow.code_challenge === null && flow.linking_target_id === null
  if (!isBoundBrowser(request, flow) && isImplicitSignIn) throw errors.badState()
  return flow
}

async function finish(request: AuthRequest, flow: OAuthFlowRow, fields: Fields, target: string): Promise<string> {
  const { dependencies } = request.var
  if (fields.error) throw new ProviderDenied(fields)
  if (!fields.code) throw errors.callbackCodeMissing()
  const provider = await openProvider(dependencies, flow.provider_type)
  const secrets = await getClientState(request, flow)
  const sent = { code: fields.code, issuer: fields.iss, state: flow.id }
  const signIn = withPostedName(await finishAtProvider(provider, sent, secrets, dependencies.now()), fields.user)
  const account = { ...signIn.account, isEmailOptional: flow.email_optional }
  if (account.emails.length === 0 && !account.isEmailOptional) throw errors.providerEmailMissing()
  const linkTo = flow.linking_target_id ?? undefined
  const inviteToken = flow.invite_token ?? undefined
  const external = { account, audience: getAudience(request), redirectTo: target, linkTo, inviteToken }
  return signInExternally(dependencies, external, async (sql, user) => {
    const { accessToken, refreshToken } = signIn
    if (flow.code_challenge !== null) {
      const authCode = randomUUID()
      await finishOAuthFlow(sql, flow.id, {
        userId: user.id,
        authCode,
        accessToken,
        refreshToken,
        now: dependencies.now(),
      })
      return withQuery(target, { code: authCode })
    }
    const { response } = await issueSession(dependencies, sql, { user, method: 'oauth', isAudited: false })
    const provided = { provider_token: accessToken, ...(refreshToken ? { provider_refresh_token: refreshToken } : {}) }
    return withFragment(target, { ...toTokenFields(response), ...provided })
  })
}

async function getClientState(request: AuthRequest, flow: OAuthFlowRow) {
  const { dependencies } = request.var
  if (flow.oauth_client_state_id === null) return { codeVerifier: undefined, nonce: undefined }
  const state = await consumeClientState(dependencies.sql, flow.oauth_client_state_id)
  if (!state) throw errors.clientStateNotFound()
  if (state.created_at.getTime() + CLIENT_STATE_LIFE_MS < dependencies.now().getTime())
    throw errors.clientStateExpired()
  return { codeVerifier: state.code_verifier ?? undefined, nonce: state.nonce ?? undefined }
}

function withPostedName(signIn: ProviderSignIn, posted: string | undefined): ProviderSignIn {
  const parsed = v.safeParse(PostedUser, posted)
  if (!parsed.success || signIn.account.provider !== 'apple') return signIn
  const { firstName, lastName } = parsed.output.name
  const name = `${firstName} ${lastName}`.trim()
  if (name === '') return signIn
  const claims = { ...signIn.account.claims, name, full_name: name }
  return { ...signIn, account: { ...signIn.account, claims } }
}

/** The provider or the member denied the sign-in. The provider's message is passed on. */
class ProviderDenied extends Error {
  readonly fields: Record<string, string>

  constructor({ error = '', error_description: description = '' }: Fields) {
    super('The provider denied the sign-in.')
    this.name = 'ProviderDenial'
    const failure = { error: error.slice(0, LONGEST), error_description: description.slice(0, LONGEST) }
    this.fields = { ...failure, error_code: error === 'access_denied' ? 'access_denied' : 'bad_oauth_callback' }
  }
}

function toRedirectError(request: AuthRequest, thrown: unknown): Record<string, string> {
  if (thrown instanceof ProviderDenied) return thrown.fields
  const fields = toErrorFields(request, thrown)
  if (DENIED_CODES.has(fields.error_code ?? '')) return { ...fields, error: 'access_denied' }
  return { ...fields, error: fields.error ?? 'invalid_request' }
}

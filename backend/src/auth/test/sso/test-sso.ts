import { createTestAuth, KEYS, type TestAuth } from '../test-auth.ts'
import { createTestIdentityProvider, type TestIdentityProvider } from './test-identity-provider.ts'

/** The fields that an operator sends along. */
export const ADMIN = { headers: { Authorization: `Bearer ${KEYS.secretKey}` } }

/** The service with one identity provider, that of acme.example. */
export interface TestSso extends AsyncDisposable {
  auth: TestAuth
  idp: TestIdentityProvider
  /** The id of the provider. */
  id: string
}

export async function createTestSso(
  environment: Record<string, string> = {},
  provider: Record<string, unknown> = {},
): Promise<TestSso> {
  const auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true', ...environment })
  const idp = await createTestIdentityProvider(auth)
  const id = await addProvider(auth, idp, { domains: ['acme.example'], ...provider })
  return { auth, idp, id, [Symbol.asyncDispose]: () => auth[Symbol.asyncDispose]() }
}

export async function addProvider(
  auth: TestAuth,
  idp: TestIdentityProvider,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const json = { type: 'saml', metadata_xml: idp.metadata, ...fields }
  const { id } = await (await auth.request('/admin/sso/providers', { ...ADMIN, json })).json()
  return String(id)
}

/** Begins a sign-in and reads the request as the identity provider does. */
export async function startSsoSignIn({ auth, idp, id }: TestSso, fields: Record<string, unknown> = {}) {
  const json = { provider_id: id, skip_http_redirect: true, ...fields }
  const { url } = await (await auth.request('/sso', { json })).json()
  return idp.readRequest(url)
}

/** Posts a response to the service as a browser does. */
export function postResponse(request: TestAuth['request'], response: string, relayState = ''): Promise<Response> {
  const body = new URLSearchParams({ SAMLResponse: response, RelayState: relayState })
  return request('/sso/saml/acs', { method: 'POST', body })
}

export function readLocation(response: Response): URL {
  return new URL(response.headers.get('location') ?? 'about:blank')
}

export function readFragment(response: Response): URLSearchParams {
  return new URLSearchParams(readLocation(response).hash.slice(1))
}

/** Returns status and code of a redirect with an error. */
export function readError(response: Response): [number, string | null] {
  return [response.status, readLocation(response).searchParams.get('error_code')]
}

import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

export const CALLBACK = 'https://app.example/callback'
export const VERIFIER = 'a-verifier-of-tests-that-is-long-enough-for-rfc-7636'
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** A registered client of the OAuth server. */
export interface TestClient {
  client_id: string
  client_secret: string
}

/** The service as an OAuth server, with a client and a signed-in user. */
export interface TestOauth extends AsyncDisposable {
  auth: TestAuth
  /** The official client of the user. */
  member: SupabaseClient
  operator: SupabaseClient
  client: TestClient
}

export async function createTestOauth(environment: Record<string, string> = {}): Promise<TestOauth> {
  const auth = await createTestAuth({ GOTRUE_OAUTH_SERVER_ENABLED: 'true', ...environment })
  const operator = auth.client({ key: KEYS.secretKey })
  const client = await addClient(operator)
  const member = await addMember(auth, 'ada@example.org')
  return { auth, member, operator, client, [Symbol.asyncDispose]: () => auth[Symbol.asyncDispose]() }
}

export async function addClient(operator: SupabaseClient, fields: object = {}): Promise<TestClient> {
  const params = { client_name: 'Walks', redirect_uris: [CALLBACK], ...fields }
  const { data, error } = await operator.auth.admin.oauth.createClient(params)
  if (error) throw error
  return { client_id: data.client_id, client_secret: data.client_secret ?? '' }
}

export async function addMember(auth: TestAuth, email: string): Promise<SupabaseClient> {
  const member = auth.client()
  const { error } = await member.auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  return member
}

/** Sends an authorization request as a browser does. */
export function authorize(
  { auth, client }: Pick<TestOauth, 'auth' | 'client'>,
  fields: Record<string, string> = {},
): Promise<Response> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    state: 'the state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...fields,
  })
  return auth.request(`/oauth/authorize?${query}`)
}

/** Returns the target of a redirect. */
export function readLocation(response: Response): URL {
  return new URL(response.headers.get('location') ?? 'about:blank')
}

/** Begins an authorization and returns its id, as the consent page receives it. */
export async function requestAuthorization(
  oauth: Pick<TestOauth, 'auth' | 'client'>,
  fields: Record<string, string> = {},
) {
  const id = readLocation(await authorize(oauth, fields)).searchParams.get('authorization_id')
  if (!id) throw new Error('No authorization was begun.')
  return id
}

/** Returns a code that the user has approved. */
export async function getCode(oauth: TestOauth, fields: Record<string, string> = {}): Promise<string> {
  const { data, error } = await oauth.member.auth.oauth.approveAuthorization(await requestAuthorization(oauth, fields))
  if (error) throw error
  return new URL(data.redirect_url).searchParams.get('code') ?? ''
}

/** POST /oauth/token with the client secret in the header. `fields` replaces the usual ones. */
export function exchange(
  { client }: Pick<TestOauth, 'client'>,
  request: TestAuth['request'],
  fields: Record<string, string | undefined>,
): Promise<Response> {
  const usual = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code_verifier: VERIFIER }
  const given = Object.entries({ ...usual, ...fields }).filter((entry): entry is [string, string] => !!entry[1])
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
  const headers = { Authorization: `Basic ${basic}` }
  return request('/oauth/token', { method: 'POST', headers, body: new URLSearchParams(given) })
}

/** Sends a request with the client's access token. */
export function asBearer(token: string): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${token}` } }
}

/** Returns status and error of a rejected token request. */
export async function readGrantError(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).error]
}

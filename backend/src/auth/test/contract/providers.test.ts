import { expect, test } from 'vitest'
import { OAUTH2_PROVIDERS } from '../../domain/providers/providers.ts'
import { PROVIDER_NAMES } from '../../settings/provider-names.ts'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, SITE_URL } from '../test-auth.ts'
import { readError, sendRequest } from '../test-http.ts'

const CALLBACK = `${AUTH_URL}/callback`

function enable(name: string, more: Record<string, string> = {}): Record<string, string> {
  const own = { ENABLED: 'true', CLIENT_ID: `client of ${name}`, SECRET: 'secret', ...more }
  const prefix = `GOTRUE_EXTERNAL_${name.toUpperCase()}_`
  return Object.fromEntries(Object.entries(own).map(([setting, value]) => [prefix + setting, value]))
}

test('supports every contracted provider (auth 7.8)', () => {
  const names =
    'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack ' +
    'slack_oidc snapchat spotify twitch twitter x vercel_marketplace workos zoom'
  expect(PROVIDER_NAMES).toEqual(names.split(' ').sort())
})

test('redirects to each provider with our client and the flow as state, and uses PKCE with x (auth 7.8)', async () => {
  const names = Object.keys(OAUTH2_PROVIDERS) as (keyof typeof OAUTH2_PROVIDERS)[]
  await using auth = await createTestAuth(Object.assign({}, ...names.map((name) => enable(name))))
  for (const name of names) {
    const { status, headers } = await sendRequest(auth, 'GET', `/authorize?provider=${name}&redirect_to=${SITE_URL}/in`)
    const url = new URL(headers.get('location') ?? 'about:blank')
    expect([name, status, `${url.origin}${url.pathname}`]).toEqual([name, 302, OAUTH2_PROVIDERS[name].authorizeUrl])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: `client of ${name}`,
      redirect_uri: CALLBACK,
      response_type: 'code',
    })
    const [flow] = await auth.sql`
      select provider_type, authentication_method, referrer, code_challenge from auth.flow_state
      where id = ${url.searchParams.get('state')}`
    expect(flow).toEqual({
      provider_type: name,
      authentication_method: 'oauth',
      referrer: `${SITE_URL}/in`,
      code_challenge: null,
    })
    if (name === 'x' || name === 'twitter') expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  }
})

test('uses the configured callback of a provider (auth 7.8)', async () => {
  const redirect = { REDIRECT_URI: 'https://spots.example.org/callback' }
  await using auth = await createTestAuth(enable('discord', redirect))
  const { headers } = await sendRequest(auth, 'GET', '/authorize?provider=discord')
  const url = new URL(headers.get('location') ?? '')
  expect(url.searchParams.get('redirect_uri')).toBe(redirect.REDIRECT_URI)
})

test('uses PKCE with custom providers unless they cannot (auth 7.8)', async () => {
  await using auth = await createTestAuth()
  const json = {
    provider_type: 'oauth2',
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: 'c',
    client_secret: 's',
    authorization_url: 'https://acme.example/authorize',
    token_url: 'https://acme.example/token',
    userinfo_url: 'https://acme.example/me',
  }
  await sendRequest(auth, 'POST', '/admin/custom-providers', { json, token: KEYS.secretKey })
  const readMethod = async () => {
    const { headers } = await sendRequest(auth, 'GET', '/authorize?provider=custom:acme')
    return new URL(headers.get('location') ?? '').searchParams.get('code_challenge_method')
  }
  expect(await readMethod()).toBe('S256')
  const change = { json: { pkce_enabled: false }, token: KEYS.secretKey }
  await sendRequest(auth, 'PUT', '/admin/custom-providers/custom:acme', change)
  expect(await readMethod()).toBeNull()
  const off = readError(await sendRequest(auth, 'GET', '/authorize?provider=google'))
  expect(off).toEqual([400, 'validation_failed', 'Unsupported provider: provider is not enabled'])
})

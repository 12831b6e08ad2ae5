import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuthEnv } from '../../requests/context.ts'
import { addRoutes } from '../../routes.ts'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const NAUGHTY = join(import.meta.dirname, '../../../../../../shared/data/text/naughty-strings.json')
const RUNS = 24
/** Only a request that hangs takes longer, even on a busy machine. */
const LONGEST_MS = 60_000
const MEMBER = '00000000-0000-4000-8000-00000000000a'

/** All features that need no third party are on, without rate limits. */
const ENVIRONMENT = {
  GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
  GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
  GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
  GOTRUE_PASSKEY_ENABLED: 'true',
  GOTRUE_SAML_ENABLED: 'true',
  GOTRUE_OAUTH_SERVER_ENABLED: 'true',
  GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
  GOTRUE_RATE_LIMIT_HEADER: 'x-nobody-sends-this',
  GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000000',
  GOTRUE_RATE_LIMIT_SMS_SENT: '1000000',
  // The first requests load libraries, which takes longer than the default on a busy machine.
  GOTRUE_API_MAX_REQUEST_DURATION: '50s',
}

const FIELDS = (
  'email phone password token token_hash type data code_challenge code_challenge_method refresh_token auth_code code_verifier ' +
  'id_token access_token provider issuer nonce factor_type friendly_name challenge_id code webauthn redirect_to create_user channel ' +
  'gotrue_meta_security app_metadata user_metadata ban_duration password_hash id aud role email_confirm phone_confirm new_email ' +
  'should_soft_delete domain domains provider_id metadata_xml metadata_url resource_id attribute_mapping chain message signature ' +
  'SAMLResponse RelayState credential client_id client_secret client_name redirect_uris grant_types action current_password ' +
  'skip_http_redirect link_identity scope state identifier provider_type name user error error_description disabled'
).split(' ')
const QUERY = (
  'grant_type type token redirect_to page per_page sort filter query scope scopes provider state code error error_description ' +
  'invite_token code_challenge code_challenge_method skip_http_redirect client_id response_type redirect_uri download resource_id'
).split(' ')

/** Strings that often break programs, and some with a meaning for this service. */
const STRINGS = [
  '',
  '\0',
  '\ud800',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '{{ .SiteURL }}',
  '<svg onload=alert(1)>',
  'javascript:alert(1)',
  'null',
  '-1',
  '9'.repeat(400),
  'x'.repeat(70_000),
  'a@b',
  'ada@example.org',
  '+4915112345678',
  PASSWORD,
  MEMBER,
  'pkce_x',
  'signup recovery magiclink invite email_change sms',
  '2026-11-20T00:00:00Z',
  'https://evil.test/?x#y',
  '24h',
  ...[
    'signup',
    'email',
    'email_change_new',
    'password',
    'pkce',
    'web3',
    'id_token',
    'totp',
    'phone',
    'webauthn',
    'saml',
  ],
  ...(existsSync(NAUGHTY) ? (JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[]) : []),
]

const strings = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...STRINGS) },
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const values = fc.oneof(
  { weight: 6, arbitrary: strings },
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    0.1,
    [],
    {},
    [[]],
    { constructor: 1 },
    { __proto__: { x: 1 } },
  ),
  fc.array(strings, { maxLength: 4 }),
  fc.dictionary(strings, strings, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
)
const objects = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FIELDS) }, strings), values), { maxLength: 9 })
  .map((entries) => JSON.stringify(Object.fromEntries(entries)))
const bodies = fc.oneof(
  { weight: 8, arbitrary: objects },
  fc.constantFrom(
    '',
    '{',
    '[]',
    '1',
    '"x"',
    'null',
    '{"email":',
    '{"__proto__":{"email":"x"}}',
    '{"data":{"\\u0000":1}}',
  ),
  fc.constantFrom(
    '['.repeat(5_000),
    `{"data":${'{"a":'.repeat(900)}1${'}'.repeat(900)}}`,
    `{"data":{"a":${'9'.repeat(400)}}}`,
  ),
  fc.dictionary(fc.constantFrom(...FIELDS), strings).map((fields) => new URLSearchParams(fields).toString()),
  fc.string({ unit: 'binary' }),
)
const latin = strings.map((text) =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 4_000)
    .trim(),
)
const headers = fc.dictionary(
  fc.constantFrom(
    ...[
      'x-forwarded-for',
      'x-jwt-aud',
      'x-supabase-api-version',
      'content-type',
      'referer',
      'redirect_to',
      'user-agent',
    ],
    ...[
      'accept',
      'origin',
      'cookie',
      'host',
      'x-client-info',
      'content-length',
      'transfer-encoding',
      'sb-forwarded-for',
    ],
  ),
  fc.oneof(
    latin,
    fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'),
  ),
)
const requests = fc.record({
  who: fc.constantFrom('nobody', 'visitor', 'member', 'member', 'seated', 'raised', 'operator', 'rubbish'),
  segment: fc.oneof(
    fc.constantFrom(MEMBER, '%00', '..', 'x', "'"),
    strings.map((text) => encodeURIComponent(text.toWellFormed())),
  ),
  query: fc.dictionary(fc.constantFrom(...QUERY), strings, { maxKeys: 5 }),
  body: bodies,
  headers,
})

const routes = new Map<string, { method: string; path: string }>()
const listed = new Hono<AuthEnv>()
addRoutes(listed)
for (const { method, path } of listed.routes) {
  if (path.endsWith('*')) continue
  routes.set(`${method} ${path}`, { method, path })
}

let auth: TestAuth
let tokens: Record<string, string>

beforeAll(async () => {
  auth = await createTestAuth(ENVIRONMENT, { ownDatabase: true })
  const signUp = async (email: string) => {
    const response = await auth.request('/signup', { json: { email, password: PASSWORD } })
    return (await response.json()) as { access_token: string; user: { id: string } }
  }
  const { user, access_token: seated } = await signUp('member@example.org')
  tokens = {
    nobody: '',
    visitor: KEYS.publishableKey,
    // Without a session, so that no request can sign it out.
    member: await auth.tokens.sign({ sub: user.id, role: 'authenticated' }),
    seated,
    raised: await auth.tokens.sign({ sub: MEMBER, role: 'authenticated', session_id: MEMBER }),
    operator: KEYS.secretKey,
    rubbish: 'a.b.c',
  }
})
afterAll(() => auth[Symbol.asyncDispose]())

test.each([...routes.keys()])(
  'never fails or hangs at %s (auth 1)',
  async (name) => {
    const { method, path } = routes.get(name) ?? { method: 'GET', path: '/' }
    await fc.assert(
      fc.asyncProperty(requests, async ({ who, segment, query, body, headers: given }) => {
        const url = `${path.replace(/:\w+/g, segment.slice(0, 3_000))}?${toQuery(query)}`
        const token = tokens[who] ?? ''
        const init: RequestInit = {
          method,
          headers: { ...given, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        }
        const response = await withTimeout(auth.request(url, method === 'GET' ? init : { ...init, body }))
        const text = await response.text()
        expect([response.status < 500, url.slice(0, 200), text.slice(0, 300)]).toEqual([
          true,
          url.slice(0, 200),
          text.slice(0, 300),
        ])
        // No internals leak.
        expect(text).not.toMatch(/\bat .*\.ts:\d+|node_modules|auth\.users|select .* from /i)
      }),
      { numRuns: RUNS },
    )
  },
  LONGEST_MS * 8,
)

/** Encodes as a browser does; an unpaired surrogate becomes U+FFFD. */
function toQuery(fields: Record<string, string>): string {
  return new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, value.slice(0, 5_000)])).toString()
}

async function withTimeout(response: Promise<Response>): Promise<Response> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('There was no answer in time.')), LONGEST_MS)
  try {
    return await Promise.race([response, promise])
  } finally {
    clearTimeout(timer)
  }
}

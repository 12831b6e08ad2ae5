import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { NO_PERSONAL_TOKENS } from '../../http/tokens/personal-tokens.ts'
import { createTokens } from '../../http/tokens/tokens.ts'
import { createAuthenticator } from './authenticate.ts'

const KEYS = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' }

async function setUp() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'ES256', key_ops: ['sign'] }
  const tokens = await createTokens([key], 'a shared secret for tests, long enough')
  let verifiedCount = 0
  const counting = {
    ...tokens,
    verify: (token: string) => {
      verifiedCount += 1
      return tokens.verify(token)
    },
  }
  const clock = { now: Date.now() }
  const rules = { jwtAudience: undefined, jwtRoleClaimPath: ['role'] }
  const authenticate = createAuthenticator(counting, KEYS, rules, NO_PERSONAL_TOKENS, () => clock.now)
  const authenticateWith = (token: string) => authenticate(new Headers({ authorization: `Bearer ${token}` }), '')
  return { tokens, clock, authenticate, authenticateWith, countVerified: () => verifiedCount }
}

test('verifies a token once and checks its times on every use (rest 3)', async () => {
  const { tokens, clock, authenticateWith, countVerified } = await setUp()
  const exp = Math.floor(clock.now / 1000) + 60
  const token = await tokens.sign({ role: 'authenticated', exp })
  for (let round = 0; round < 3; round += 1)
    expect(await authenticateWith(token)).toMatchObject({ role: 'authenticated' })
  expect(countVerified()).toBe(1)
  clock.now = (exp + 29) * 1000
  expect(await authenticateWith(token)).toMatchObject({ role: 'authenticated' })
  clock.now = (exp + 31) * 1000
  await expect(authenticateWith(token)).rejects.toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
  expect(countVerified()).toBe(1)
})

test('caches a limited number of tokens and no rejected one (rest 3)', async () => {
  const { tokens, authenticateWith, countVerified } = await setUp()
  const first = await tokens.sign({ role: 'anon', jti: 'first' })
  await authenticateWith(first)
  for (let round = 0; round < 2; round += 1)
    await expect(authenticateWith('a.b.c')).rejects.toMatchObject({ code: 'PGRST301' })
  expect(countVerified()).toBe(3)
  for (let index = 0; index < 1000; index += 1)
    await authenticateWith(await tokens.sign({ role: 'anon', jti: String(index) }))
  await authenticateWith(first)
  expect(countVerified()).toBe(1004)
})

const INVALID_KEY = {
  status: 401,
  message: 'Invalid API key',
  hint: 'Double check your Supabase `anon` or `service_role` API key.',
}

test('rejects a key that is not one of ours, even beside a token (rest 17)', async () => {
  const { tokens, authenticate } = await setUp()
  const token = await tokens.sign({ role: 'authenticated' })
  for (const apikey of ['wrong-key', 'sb_publishable_nope', 'sb_secret_nope', 'hab_nope', 'a.b']) {
    for (const bearer of [apikey, token, KEYS.publishableKey, undefined]) {
      const headers = new Headers(bearer === undefined ? { apikey } : { apikey, authorization: `Bearer ${bearer}` })
      await expect(authenticate(headers, '')).rejects.toMatchObject(INVALID_KEY)
    }
    const headers = new Headers({ authorization: `Bearer ${token}` })
    await expect(authenticate(headers, `?apikey=${apikey}`)).rejects.toMatchObject(INVALID_KEY)
  }
})

test('accepts a token with one of our keys, with a token as key, and without a key (rest 17)', async () => {
  const { tokens, authenticate } = await setUp()
  const token = await tokens.sign({ role: 'authenticated' })
  for (const apikey of [KEYS.publishableKey, KEYS.secretKey, await tokens.sign({ role: 'anon' }), '']) {
    const headers = new Headers({ apikey, authorization: `Bearer ${token}` })
    expect(await authenticate(headers, '')).toMatchObject({ role: 'authenticated' })
  }
  expect(await authenticate(new Headers({ authorization: `Bearer ${token}` }), '')).toMatchObject({
    role: 'authenticated',
  })
})

test('reports the fault of a malformed token beside a valid key (rest 3)', async () => {
  const { authenticate } = await setUp()
  const headers = new Headers({ apikey: KEYS.publishableKey, authorization: 'Bearer nonsense' })
  await expect(authenticate(headers, '')).rejects.toMatchObject({
    code: 'PGRST301',
    message: 'Expected 3 parts in JWT; got 1',
  })
})

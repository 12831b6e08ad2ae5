import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { deleteExpiredStates } from '../../tables/cleanup.ts'
import { createTestAuth, type TestAuth } from '../test-auth.ts'
import { SOLANA_KEY, signByWallet, WALLET_ADDRESSES, type WalletChain } from './test-wallet.ts'

const BOTH = {
  GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
  GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
  GOTRUE_URI_ALLOW_LIST: 'https://app.test/**',
}

const TITLES = { ethereum: 'Ethereum', solana: 'Solana' }

function write(
  chain: WalletChain,
  change: Record<string, string> = {},
  { domain = 'app.test', address = WALLET_ADDRESSES[chain] } = {},
): string {
  const fields: Record<string, string> = {
    URI: 'https://app.test/',
    Version: '1',
    ...(chain === 'ethereum' ? { 'Chain ID': '1' } : {}),
    'Issued At': new Date().toISOString(),
    ...change,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [
    `${domain} wants you to sign in with your ${TITLES[chain]} account:`,
    address,
    '',
    'I take the terms.',
    '',
    ...lines,
  ].join('\n')
}

async function signIn(auth: TestAuth, chain: WalletChain, message: string, signature = signByWallet(chain, message)) {
  return auth.client().auth.signInWithWeb3({
    chain,
    message,
    signature: chain === 'solana' ? Buffer.from(signature, 'base64url') : signature,
  } as Parameters<ReturnType<TestAuth['client']>['auth']['signInWithWeb3']>[0])
}

function post(auth: TestAuth, json: unknown): Promise<Response> {
  return auth.request('/token?grant_type=web3', { json })
}

test.each(['ethereum', 'solana'] as const)(
  'signs in with a wallet of %s, twice to one account (auth 7.2)',
  async (chain) => {
    await using auth = await createTestAuth(BOTH)
    const { data, error } = await signIn(auth, chain, write(chain))
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [{ provider: 'web3', id: `web3:${chain}:${WALLET_ADDRESSES[chain]}` }],
      user_metadata: {
        sub: `web3:${chain}:${WALLET_ADDRESSES[chain]}`,
        custom_claims: { address: WALLET_ADDRESSES[chain], chain, domain: 'app.test', statement: 'I take the terms.' },
      },
    })
    const [, payload = ''] = (data.session?.access_token ?? '').split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).amr).toMatchObject([{ method: 'web3' }])
    const again = await signIn(auth, chain, write(chain))
    expect(again.data.user?.id).toBe(data.user?.id)
  },
)

test.each(['ethereum', 'solana'] as const)('accepts a message of %s once (auth 7.2)', async (chain) => {
  await using auth = await createTestAuth(BOTH)
  const message = write(chain)
  const attempts = await Promise.all([signIn(auth, chain, message), signIn(auth, chain, message)])
  expect(attempts.filter(({ error }) => error === null)).toHaveLength(1)
  const json = { chain, message, signature: signByWallet(chain, message) }
  const replayed = await post(auth, json)
  expect([replayed.status, await replayed.json()]).toMatchObject([
    400,
    { error: 'invalid_grant', error_description: `Signed ${TITLES[chain]} message was already used` },
  ])
  await deleteExpiredStates(auth.sql, { mailerOtpExpiryMs: 0 }, new Date())
  expect((await post(auth, json)).status).toBe(400)
  await deleteExpiredStates(auth.sql, { mailerOtpExpiryMs: 0 }, new Date(Date.now() + 1_300_000))
  expect(await auth.sql`select from auth.web3_used_messages`).toHaveLength(0)
})

test('treats an Ethereum address as one identity in any letter case (auth 7.2)', async () => {
  await using auth = await createTestAuth(BOTH)
  const first = await signIn(auth, 'ethereum', write('ethereum'))
  const second = await signIn(
    auth,
    'ethereum',
    write('ethereum', {}, { address: WALLET_ADDRESSES.ethereum.toLowerCase() }),
  )
  expect(second.data.user?.id).toBe(first.data.user?.id)
})

test('accepts the framed messages of a Ledger, with or without application and signer (auth 7.2)', async () => {
  await using auth = await createTestAuth(BOTH)
  const domain = Buffer.concat([Buffer.from([0xff]), Buffer.from('solana offchain')])
  const key = ed25519.getPublicKey(SOLANA_KEY)
  const old = [Buffer.from([0, 0])]
  const present = [Buffer.from([0]), Buffer.alloc(32), Buffer.from([0, 1]), key]
  for (const [index, frame] of [old, present].entries()) {
    const message = Buffer.from(write('solana', { Nonce: `of frame ${index}` }))
    const length = Buffer.alloc(2)
    length.writeUInt16LE(message.length)
    const framed = Buffer.concat([domain, ...frame, length, message])
    const signature = Buffer.from(ed25519.sign(framed, SOLANA_KEY)).toString('base64url')
    const { error } = await signIn(auth, 'solana', message.toString(), signature)
    expect(error).toBeNull()
  }
})

test('rejects a disabled web3 provider before it reads the body (auth 7.2)', async () => {
  await using off = await createTestAuth()
  const response = await off.request('/token?grant_type=web3', { method: 'POST', body: '{' })
  expect(await response.json()).toMatchObject({
    error_code: 'web3_provider_disabled',
    msg: 'Web3 provider is disabled',
  })
})

test('rejects a disabled or unknown chain (auth 7.2)', async () => {
  await using auth = await createTestAuth({ ...BOTH, GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'false' })
  const solana = await post(auth, { chain: 'solana', message: 'x', signature: 'x' })
  expect([solana.status, await solana.json()]).toMatchObject([
    422,
    { error_code: 'web3_provider_disabled', msg: 'Solana Web3 provider is disabled' },
  ])
  const other = await post(auth, { chain: 'dogecoin' })
  expect([other.status, await other.json()]).toMatchObject([400, { error_code: 'web3_unsupported_chain' }])
})

test('checks sizes and formats of message and signature (auth 7.2)', async () => {
  await using auth = await createTestAuth(BOTH)
  const message = write('ethereum')
  const cases = [
    { message: 'short', signature: signByWallet('ethereum', message) },
    { message: message + 'x'.repeat(20_481), signature: signByWallet('ethereum', message) },
    { message, signature: '0x12' },
    { message, signature: `0x${'g'.repeat(130)}` },
    { message: message.replace(WALLET_ADDRESSES.ethereum, '0x1234'), signature: signByWallet('ethereum', message) },
    { message: message.replace('Chain ID: 1\n', ''), signature: signByWallet('ethereum', message) },
    { message: `${message}\n\n`, signature: signByWallet('ethereum', message) },
  ]
  for (const json of cases) {
    const response = await post(auth, { chain: 'ethereum', ...json })
    expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
  }
  const solana = await post(auth, { chain: 'solana', message: write('solana'), signature: 'x'.repeat(87) })
  expect([solana.status, await solana.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
})

const NOW = Date.now()
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

test.each([
  ['a URI without https', { URI: 'http://app.test/' }, {}, /does not use HTTPS/],
  ['another site', { URI: 'https://evil.test/' }, { domain: 'evil.test' }, /signed for another app/],
  ['another domain', {}, { domain: 'evil.test' }, /Domain that does not match/],
  ['a validity in the future', { 'Not Before': at(5) }, {}, /becomes valid in the future/],
  ['an expiry in the past', { 'Expiration Time': at(-1) }, {}, /is expired/],
  ['an old message', { 'Issued At': at(-11) }, {}, /issued too long ago/],
  ['a time of issue in the future', { 'Issued At': at(11) }, {}, /too far in the future/],
])('rejects a message with %s (auth 7.2)', async (_name, change, options, description) => {
  await using auth = await createTestAuth(BOTH)
  for (const chain of ['ethereum', 'solana'] as const) {
    const message = write(chain, change, options)
    const signature = signByWallet(chain, message)
    const response = await post(auth, { chain, message, signature })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'invalid_grant',
      error_description: expect.stringMatching(description),
    })
  }
})

test('rejects a signature of another wallet or message (auth 7.2)', async () => {
  await using auth = await createTestAuth(BOTH)
  for (const chain of ['ethereum', 'solana'] as const) {
    const message = write(chain)
    const other = signByWallet(chain, message.replace('terms', 'money'))
    const zeros = chain === 'ethereum' ? '0'.repeat(130) : 'A'.repeat(86)
    for (const signature of [other, zeros]) {
      const response = await post(auth, { chain, message, signature })
      expect(await response.json()).toEqual({
        error: 'invalid_grant',
        error_description: 'Signature does not match address in message',
      })
    }
  }
})

test('accepts plain http on localhost (auth 7.2)', async () => {
  await using auth = await createTestAuth({ ...BOTH, GOTRUE_URI_ALLOW_LIST: 'http://localhost:5173/' })
  const message = write('ethereum', { URI: 'http://localhost:5173/' }, { domain: 'localhost:5173' })
  expect((await signIn(auth, 'ethereum', message)).error).toBeNull()
})

test('limits wallet sign-ins in their own bucket (auth 6.7)', async () => {
  await using auth = await createTestAuth({ ...BOTH, GOTRUE_RATE_LIMIT_WEB3: '0' })
  const headers = { 'x-forwarded-for': '10.0.0.7' }
  const statuses: number[] = []
  for (let count = 0; count < 31; count++) {
    statuses.push((await auth.request('/token?grant_type=web3', { json: { chain: 'x' }, headers })).status)
  }
  expect(statuses.slice(0, 30).every((status) => status === 400)).toBe(true)
  expect(statuses[30]).toBe(429)
  const password = await auth.request('/token?grant_type=password', {
    json: { email: 'a@example.org', password: 'x' },
    headers,
  })
  expect(password.status).toBe(400)
})

test('creates an account on an invitation-only site if the URI of the message contains an invitation (auth 6.6)', async () => {
  await using auth = await createTestAuth(BOTH, {
    signUpGate: async ({ invitation }) => invitation === 'let-me-in',
  })
  const { error } = await signIn(auth, 'ethereum', write('ethereum'))
  expect(error?.code).toBe('signup_disabled')
  const invited = write('ethereum', { URI: 'https://app.test/auth/login?invitation=let-me-in' })
  const { data } = await signIn(auth, 'ethereum', invited)
  expect(data.user?.app_metadata).toMatchObject({ provider: 'web3' })
  expect(data.user?.user_metadata).not.toHaveProperty('invitation')
})

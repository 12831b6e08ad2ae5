import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestIssuer } from '../providers/test-issuer.ts'
import { createTestSso } from '../sso/test-sso.ts'
import { createTestAuth, PASSWORD, SITE_URL } from '../test-auth.ts'
import { SOLANA_KEY, signByWallet, WALLET_ADDRESSES } from '../web3/test-wallet.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'
const NO_SESSION = { user: null, session: null }
const MINUTE_MS = 60_000
const CONFIRMED_BY_MAIL = { GOTRUE_MAILER_AUTOCONFIRM: 'false' }

test('signUp returns a session with autoconfirm, else a user and an email with the redirect of the app (auth 7.1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' })
  const open = await auth
    .client()
    .auth.signUp({ email: EMAIL, password: PASSWORD, options: { data: { plan: 'free' } } })
  expect(open.error).toBeNull()
  expect(open.data.session).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3_600,
    user: { id: open.data.user?.id },
  })
  expect(open.data.user?.user_metadata).toEqual({ plan: 'free', email_verified: true })
  const phone = await auth.client().auth.signUp({ phone: `+${PHONE}`, password: PASSWORD, options: { channel: 'sms' } })
  expect([phone.error, phone.data.session, phone.data.user?.phone]).toEqual([null, null, PHONE])
  await using closed = await createTestAuth({ ...CONFIRMED_BY_MAIL, GOTRUE_URI_ALLOW_LIST: 'app://welcome' })
  const waiting = await closed.client().auth.signUp({
    email: 'bob@example.org',
    password: PASSWORD,
    options: { emailRedirectTo: 'app://welcome' },
  })
  expect([waiting.error, waiting.data.session, waiting.data.user?.email]).toEqual([null, null, 'bob@example.org'])
  expect(waiting.data.user).toMatchObject({ confirmation_sent_at: expect.any(String), identities: [{}] })
  expect((await closed.lastMail('bob@example.org')).link?.searchParams.get('redirect_to')).toBe('app://welcome')
})

test('signInAnonymously creates an account without an address, with the data of the app (auth 7.1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const { auth: client } = auth.client()
  const { data, error } = await client.signInAnonymously()
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ is_anonymous: true, role: 'authenticated', aud: 'authenticated', email: '' })
  expect((await client.getUser()).data.user?.id).toBe(data.user?.id)
  await using off = await createTestAuth()
  expect(await off.client().auth.signInAnonymously()).toMatchObject({
    data: NO_SESSION,
    error: { status: 422, code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' },
  })
})

test('signInWithOtp by email honours redirect, shouldCreateUser and verifyOtp (auth 7.3)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' })
  const { auth: client } = auth.client()
  const rejected = await client.signInWithOtp({ email: EMAIL, options: { shouldCreateUser: false } })
  expect(rejected).toMatchObject({ data: NO_SESSION, error: { status: 422, code: 'otp_disabled' } })
  const options = { emailRedirectTo: `${SITE_URL}/in?x=1`, data: { plan: 'free' }, shouldCreateUser: true }
  const sent = await client.signInWithOtp({ email: EMAIL, options })
  expect([sent.error, sent.data]).toMatchObject([null, NO_SESSION])
  const { code, hash, link } = await auth.lastMail(EMAIL)
  expect(link?.searchParams.get('redirect_to')).toBe(`${SITE_URL}/in?x=1`)
  const wrong = await client.verifyOtp({ email: EMAIL, token: code === '000000' ? '1' : '000000', type: 'email' })
  expect(wrong).toMatchObject({ data: NO_SESSION, error: { status: 403, code: 'otp_expired' } })
  const { data, error } = await client.verifyOtp({ email: EMAIL, token: code, type: 'email' })
  expect([error, data.user?.email, data.session?.user.email]).toEqual([null, EMAIL, EMAIL])
  const used = await client.verifyOtp({ token_hash: hash, type: 'email' })
  expect(used).toMatchObject({ data: NO_SESSION, error: { message: 'Email link is invalid or has expired' } })
  auth.wait(MINUTE_MS)
  await client.signInWithOtp({ email: EMAIL.toUpperCase() })
  const again = await auth.lastMail(EMAIL)
  expect((await client.verifyOtp({ token_hash: again.hash, type: 'magiclink' })).error).toBeNull()
})

test('signInWithOtp by phone returns the message id and uses the channel of the app (auth 7.3)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
    GOTRUE_SMS_TEST_OTP: '4930123456:123456',
  })
  const { auth: client } = auth.client()
  const sent = await client.signInWithOtp({ phone: `+${PHONE}`, options: { channel: 'sms', data: { plan: 'free' } } })
  expect([sent.error, sent.data]).toMatchObject([null, NO_SESSION])
  expect((await client.signInWithOtp({ phone: '+4930123456' })).data.messageId).toBe('test-otp')
  const { data } = await client.verifyOtp({ phone: '+49 30 123456', token: '123456', type: 'sms' })
  expect(data.user).toMatchObject({ phone: '4930123456', phone_confirmed_at: expect.any(String) })
  const whatsapp = await client.signInWithOtp({ phone: PHONE, options: { channel: 'whatsapp' } })
  expect(whatsapp).toMatchObject({ data: NO_SESSION, error: { status: 400, code: 'validation_failed' } })
  const bad = await client.signInWithOtp({ phone: '0151' })
  expect(bad.error).toMatchObject({ message: 'Invalid phone number format (E.164 required)' })
})

test('resend and resetPasswordForEmail return empty data for every address (auth 7.5)', async () => {
  await using auth = await createTestAuth(CONFIRMED_BY_MAIL)
  const { auth: client } = auth.client()
  await client.signUp({ email: EMAIL, password: PASSWORD })
  const soon = await client.resend({ type: 'signup', email: EMAIL })
  expect(soon).toMatchObject({ data: NO_SESSION, error: { status: 429, code: 'over_email_send_rate_limit' } })
  auth.wait(MINUTE_MS)
  const options = { emailRedirectTo: `${SITE_URL}/in` }
  expect(await client.resend({ type: 'signup', email: EMAIL, options })).toMatchObject({
    data: NO_SESSION,
    error: null,
  })
  expect((await auth.lastMail(EMAIL)).link?.searchParams.get('redirect_to')).toBe(`${SITE_URL}/in`)
  expect(await client.resend({ type: 'email_change', email: 'nobody@example.org' })).toMatchObject({ error: null })
  for (const email of [EMAIL, 'nobody@example.org']) {
    expect(await client.resetPasswordForEmail(email, { redirectTo: `${SITE_URL}/reset` })).toEqual({
      data: {},
      error: null,
    })
  }
  const { link, subject } = await auth.lastMail(EMAIL)
  expect([subject, link?.searchParams.get('redirect_to')]).toEqual(['Reset your password', `${SITE_URL}/reset`])
  const { error } = await client.resend({ type: 'phone_change', phone: PHONE })
  expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
})

test('signInWithIdToken sends the plain nonce of a hashed claim (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
    GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'our-client',
    GOTRUE_EXTERNAL_GOOGLE_URL: issuer.url,
  })
  const { auth: client } = auth.client()
  const token = await issuer.sign({ nonce: createHash('sha256').update('of the app').digest('hex') })
  const { data, error } = await client.signInWithIdToken({ provider: 'google', token, nonce: 'of the app' })
  expect([error, data.user?.app_metadata.provider, data.session?.token_type]).toEqual([null, 'google', 'bearer'])
  const mixed = await client.signInWithIdToken({ provider: 'google', token, nonce: 'another' })
  expect(mixed).toMatchObject({ data: NO_SESSION, error: { status: 400, message: 'Nonces mismatch' } })
  const off = await client.signInWithIdToken({ provider: 'apple', token })
  expect(off.error).toMatchObject({ code: 'provider_disabled', message: 'Provider (issuer "apple") is not enabled' })
})

test('signInWithSSO returns the URL by domain or provider (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth: client } = sso.auth.client()
  for (const who of [{ domain: 'acme.example' }, { providerId: sso.id }]) {
    const { data, error } = await client.signInWithSSO({ ...who, options: { skipBrowserRedirect: true } })
    expect([error, data?.url]).toEqual([null, expect.stringMatching(/^https:\/\/idp\.test\/sso\?.*SAMLRequest=/)])
  }
  const unknown = await client.signInWithSSO({ domain: 'nobody.example' })
  expect(unknown).toMatchObject({ data: null, error: { status: 404, code: 'sso_provider_not_found' } })
})

test('signInWithWeb3 accepts what an Ethereum wallet signs, with every option (auth 7.2)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
    GOTRUE_URI_ALLOW_LIST: 'https://app.test/**',
  })
  const wallet = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      if (method === 'eth_requestAccounts') return [WALLET_ADDRESSES.ethereum]
      if (method === 'eth_chainId') return '0x1'
      const [message = ''] = params as string[]
      return signByWallet('ethereum', Buffer.from(message.slice(2), 'hex').toString())
    },
  }
  const signIn = async (more: object, options: object = {}) => {
    const requested = { chain: 'ethereum', wallet, options: { url: 'https://app.test/in', ...options }, ...more }
    return auth.client().auth.signInWithWeb3(requested as never)
  }
  const plain = await signIn({})
  expect(plain.error).toBeNull()
  expect(plain.data.user).toMatchObject({
    app_metadata: { provider: 'web3' },
    user_metadata: { custom_claims: { chain: 'ethereum', network: '1', domain: 'app.test' } },
  })
  const whole = await signIn(
    { statement: 'I take the terms.' },
    {
      signInWithEthereum: {
        chainId: 5,
        nonce: 'abcdefgh1',
        expirationTime: new Date(Date.now() + MINUTE_MS),
        notBefore: new Date(Date.now() - MINUTE_MS),
        requestId: 'r1',
        resources: ['https://app.test/terms'],
      },
    },
  )
  expect([whole.error, whole.data.user?.id]).toEqual([null, plain.data.user?.id])
  const late = await signIn({}, { signInWithEthereum: { expirationTime: new Date(Date.now() - MINUTE_MS) } })
  expect(late).toMatchObject({ data: NO_SESSION, error: { status: 400 } })
})

test('signInWithWeb3 accepts Solana wallets that write the message and those that only sign (auth 7.2)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
    GOTRUE_URI_ALLOW_LIST: 'https://app.test/**',
  })
  const sign = (text: string) => new Uint8Array(Buffer.from(signByWallet('solana', text), 'base64url'))
  expect(SOLANA_KEY).toHaveLength(32)
  const signing = {
    publicKey: { toBase58: () => WALLET_ADDRESSES.solana },
    signMessage: async (message: Uint8Array) => sign(new TextDecoder().decode(message)),
  }
  const writing = {
    async signIn({ domain, uri, issuedAt }: { domain: string; uri: string; issuedAt: string }) {
      const lines = [`URI: ${uri}`, 'Version: 1', `Issued At: ${issuedAt}`]
      const head = `${domain} wants you to sign in with your Solana account:\n${WALLET_ADDRESSES.solana}\n\n`
      const text = head + lines.join('\n')
      return { signedMessage: new TextEncoder().encode(text), signature: sign(text) }
    },
  }
  const options = { url: 'https://app.test/in' }
  const whole = {
    ...options,
    signInWithSolana: {
      issuedAt: new Date().toISOString(),
      notBefore: new Date(Date.now() - MINUTE_MS).toISOString(),
      expirationTime: new Date(Date.now() + MINUTE_MS).toISOString(),
      chainId: 'solana:mainnet',
      nonce: 'abcdefgh1',
      requestId: 'r1',
      resources: ['https://app.test/terms'],
    },
  }
  const ids = new Set<string | undefined>()
  for (const requested of [
    { wallet: signing, options },
    { wallet: signing, options, statement: 'I take the terms.' },
    { wallet: signing, options: whole },
    { wallet: writing, options },
  ]) {
    const { data, error } = await auth.client().auth.signInWithWeb3({ chain: 'solana', ...requested } as never)
    expect([requested, error]).toEqual([requested, null])
    ids.add(data.user?.id)
  }
  expect(ids.size).toBe(1)
})

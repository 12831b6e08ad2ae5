import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGitlab, withGitlab } from '../../backend/src/auth/test/providers/test-gitlab.ts'
import { startTestIssuer, type TestIssuer } from '../../backend/src/auth/test/providers/test-issuer.ts'
import { followSignIn } from '../../backend/src/auth/test/providers/test-peer.ts'
import { enableProvider } from '../../backend/src/auth/test/providers/test-settings.ts'
import {
  createTestIdentityProvider,
  type TestIdentityProvider,
} from '../../backend/src/auth/test/sso/test-identity-provider.ts'
import { addProvider, postResponse, readError, readFragment } from '../../backend/src/auth/test/sso/test-sso.ts'
import { AUTH_URL } from '../../backend/src/auth/test/test-api-url.ts'
import { createTestAuth, type TestAuth } from '../../backend/src/auth/test/test-auth.ts'
import { signByWallet, WALLET_ADDRESSES } from '../../backend/src/auth/test/web3/test-wallet.ts'

let gitlab: Awaited<ReturnType<typeof startGitlab>>
let issuer: TestIssuer
let auth: TestAuth
let idp: TestIdentityProvider

beforeAll(async () => {
  gitlab = await startGitlab()
  issuer = await startTestIssuer()
  const settings = withGitlab(gitlab, {
    ...enableProvider('google', issuer),
    GOTRUE_SAML_ENABLED: 'true',
    GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
    GOTRUE_URI_ALLOW_LIST: 'https://app.test/**',
  })
  // Without a gate in the service, so that only the database decides, as on hosted projects.
  auth = await createTestAuth(settings, { ownDatabase: true })
  idp = await createTestIdentityProvider(auth)
  await addProvider(auth, idp, { domains: ['acme.example'] })
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
  await gitlab[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await auth.sql`delete from auth.users`
  await auth.sql`update public.instance_settings set registration = 'open'`
})

const setRegistration = (mode: 'open' | 'invitation' | 'closed') =>
  auth.sql`update public.instance_settings set registration = ${mode}`

/** Returns the message of a rejected sign-in by a wallet, or null. */
async function signInByWallet(): Promise<string | null> {
  const message = [
    'app.test wants you to sign in with your Ethereum account:',
    WALLET_ADDRESSES.ethereum,
    '',
    'URI: https://app.test/',
    'Version: 1',
    'Chain ID: 1',
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
  const signature = signByWallet('ethereum', message)
  const { error } = await auth.client().auth.signInWithWeb3({ chain: 'ethereum', message, signature } as never)
  return error?.message ?? null
}

async function signInByToken(): Promise<string | null> {
  const { error } = await auth.client().auth.signInWithIdToken({ provider: 'google', token: await issuer.sign() })
  return error?.message ?? null
}

async function signInBySso(): Promise<string | null> {
  const response = await postResponse(auth.request, await idp.respond())
  return readFragment(response).has('access_token') ? null : (readError(response)[1] ?? 'unknown')
}

async function signInByProvider(): Promise<string | null> {
  const end = await followSignIn(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  return end.searchParams.get('error_description')
}

const countAccounts = async () => (await auth.sql`select from auth.users`).length

test.each([
  ['invitation', 'You need an invitation to sign up here.'],
  ['closed', 'This site takes no new members at the moment.'],
] as const)('rejects sign-ups by SSO, provider, ID token and wallet while registration is %s', async (mode, words) => {
  await setRegistration(mode)
  expect(await signInByWallet()).toBe(words)
  expect(await signInByToken()).toBe(words)
  expect(await signInByProvider()).toBe(words)
  expect(await signInBySso()).not.toBeNull()
  expect(await countAccounts()).toBe(0)
})

test('signs members in by SSO, provider, ID token and wallet after registration was closed', async () => {
  for (const signIn of [signInByWallet, signInByToken, signInBySso]) expect(await signIn()).toBeNull()
  const members = await countAccounts()
  expect(members).toBe(3)
  await setRegistration('closed')
  for (const signIn of [signInByWallet, signInByToken, signInBySso]) expect(await signIn()).toBeNull()
  expect(await countAccounts()).toBe(members)
})

test('admits a sign-in by a provider that carries an invitation, once', async () => {
  await setRegistration('invitation')
  const authorId = randomUUID()
  await auth.sql`insert into auth.users (id, email, raw_app_meta_data, invited_at)
    values (${authorId}, 'admin@example.org', '{"role": "admin"}', now())`
  await auth.sql`insert into public.users (id, username) values (${authorId}, 'mara')`
  const token = 'abcdefghijkmnpqrstuvwxyz23'
  await auth.sql`insert into public.invitations (author_id, token_hash, max_uses, expires_at)
    values (${authorId}, private.hash_token(${token}), 1, now() + interval '1 hour')`
  const target = encodeURIComponent(`https://app.test/auth/login?invitation=${token}`)
  const end = await followSignIn(auth, `${AUTH_URL}/authorize?provider=gitlab&redirect_to=${target}`)
  expect(`${end.search}${end.hash}`).not.toContain('error')
  expect(await countAccounts()).toBe(2)
  const [account] = await auth.sql`select to_jsonb(u) as account from auth.users u where id <> ${authorId}`
  expect(JSON.stringify(account)).not.toContain(token)
  expect(await auth.sql`select uses from public.invitations`).toEqual([{ uses: 1 }])
})

import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createServerClient } from '@supabase/ssr'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { PUBLISHABLE_KEY, SECRET_KEY } from './site.ts'

/** A test account and its password. */
export interface Account {
  id: string
  email: string
  password: string
  username: string
}

/** The auth API that the clients of both Supabase libraries share. */
type Authenticated = { auth: Pick<SupabaseClient['auth'], 'signInWithPassword'> }

/** A browser cookie. */
export interface SessionCookie {
  name: string
  value: string
}

/** Signs a new member up through the API. */
export async function createAccount(siteUrl: string, metadata: Record<string, string> = {}): Promise<Account> {
  const suffix = randomBytes(4).toString('hex')
  const account = {
    email: `member-${suffix}@example.org`,
    password: `correct horse ${suffix}`,
    username: `member-${suffix}`,
  }
  const { data, error } = await createApiClient(siteUrl).auth.signUp({
    email: account.email,
    password: account.password,
    options: { data: { username: account.username, ...metadata } },
  })
  if (error || !data.user) throw new Error(`The account could not be made: ${error?.message}`)
  return { id: data.user.id, ...account }
}

/** Returns the session cookies of an account, created by the library that the app uses. */
export async function createSessionCookies(siteUrl: string, account: Account): Promise<SessionCookie[]> {
  const jar = new Map<string, string>()
  const client = createServerClient(siteUrl, PUBLISHABLE_KEY, {
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value } of cookies) jar.set(name, value)
      },
    },
  })
  await signIn(client, account)
  return [...jar].filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }))
}

/** Returns the value of the `Cookie` header of an account's session. */
export async function createCookieHeader(siteUrl: string, account: Account): Promise<string> {
  const cookies = await createSessionCookies(siteUrl, account)
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Signs an account in to the browser of a page, which is another one than that of the `signIn` fixture. */
export async function signInPage(page: Page, siteUrl: string, account: Account): Promise<void> {
  const cookies = await createSessionCookies(siteUrl, account)
  await page
    .context()
    .addCookies(cookies.map((cookie) => ({ ...cookie, url: `${siteUrl}/`, sameSite: 'Lax' as const })))
}

/** Creates the account of a moderator. */
export async function createModerator(siteUrl: string): Promise<Account> {
  const account = await createAccount(siteUrl)
  const service = createServiceClient(siteUrl)
  const { error } = await service.auth.admin.updateUserById(account.id, { app_metadata: { role: 'moderator' } })
  if (error) throw error
  await service.from('users').upsert({ id: account.id, username: account.username }).throwOnError()
  return account
}

/** Creates a data client for an account, or for a visitor without one. */
export async function createMemberClient(
  siteUrl: string,
  account?: Account,
  headers: Record<string, string> = {},
): Promise<SupabaseClient> {
  const client = createApiClient(siteUrl, headers)
  if (account) await signIn(client, account)
  return client
}

/** Creates a client with all rights, for changes that members cannot make, such as appointing moderators. */
export function createServiceClient(siteUrl: string): SupabaseClient {
  return createClient(siteUrl, SECRET_KEY, { auth: { persistSession: false, autoRefreshToken: false } })
}

function createApiClient(siteUrl: string, headers: Record<string, string> = {}): SupabaseClient {
  const auth = { persistSession: false, autoRefreshToken: false }
  return createClient(siteUrl, PUBLISHABLE_KEY, { auth, global: { headers } })
}

async function signIn(client: Authenticated, { email, password }: Account): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw new Error(`${email} could not sign in: ${error.message}`)
}

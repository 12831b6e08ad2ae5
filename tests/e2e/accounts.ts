import { randomBytes } from 'node:crypto'
import { createServerClient } from '@supabase/ssr'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { PUBLISHABLE_KEY, SECRET_KEY } from './site.ts'

/** An account of a test, with the password that it signs in by. */
export interface Account {
  id: string
  email: string
  password: string
  username: string
}

/** What the clients of the two Supabase libraries have in common for us. */
type Authenticated = { auth: Pick<SupabaseClient['auth'], 'signInWithPassword'> }

/** A cookie as the browser keeps it. */
export interface SessionCookie {
  name: string
  value: string
}

/** Signs a new member up through the API. */
export async function createAccount(siteUrl: string, metadata: Record<string, string> = {}): Promise<Account> {
  const mark = randomBytes(4).toString('hex')
  const account = { email: `member-${mark}@example.org`, password: `correct horse ${mark}`, username: `member-${mark}` }
  const { data, error } = await createApiClient(siteUrl).auth.signUp({
    email: account.email,
    password: account.password,
    options: { data: { username: account.username, ...metadata } },
  })
  if (error || !data.user) throw new Error(`The account could not be made: ${error?.message}`)
  return { id: data.user.id, ...account }
}

/** The cookies that a browser holds after this account has signed in, made by the library that makes them in the app. */
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

/** A data client that acts as this account; as a visitor without one. */
export async function createMemberClient(
  siteUrl: string,
  account?: Account,
  headers: Record<string, string> = {},
): Promise<SupabaseClient> {
  const client = createApiClient(siteUrl, headers)
  if (account) await signIn(client, account)
  return client
}

/** A client with all rights, for what no member may do: making moderators, reading the outbox. */
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

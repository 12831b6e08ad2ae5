import type { Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { DEFAULT_APP_CONFIG } from '../../config/app-config.ts'
import type { ServerSettings } from '../../config/app-settings.ts'
import { createRequestClient, verifySession } from '../session.server.ts'

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const CHUNK = 3180

/** Returns a session whose cookie has at least this many characters, as close as base64 allows. */
function createSession({ filler = 0, expiresAt = NOW_SECONDS + 3600 } = {}): Session {
  return {
    access_token: 'header.eyJzdWIiOiJhIn0.signature',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: {
      id: '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11',
      aud: 'authenticated',
      created_at: '2026-11-20T00:00:00Z',
      app_metadata: {},
      user_metadata: { filler: 'x'.repeat(filler) },
    },
  }
}

function encode(session: Session): string {
  return `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
}

interface Setup {
  siteUrl?: string
  supabaseUrl?: string
  cookies?: Record<string, string>
  session?: Session
}

/** The client of one request, against a backend that issues one session; and the calls it made. */
function prepare({ siteUrl = 'http://127.0.0.1:3000', supabaseUrl = siteUrl, cookies = {}, session }: Setup) {
  const calls: string[] = []
  const settings: ServerSettings = {
    siteUrl,
    supabaseUrl,
    publishableKey: 'public',
    secretKey: '',
    mapStyleUrl: undefined,
    captcha: undefined,
    config: DEFAULT_APP_CONFIG,
    routeRules: {},
    contentOrigins: [],
    collectorUrl: undefined,
    backendFetch: async (input) => {
      calls.push(String(input))
      return session ? Response.json(session) : Response.json({ code: 'refresh_token_not_found' }, { status: 400 })
    },
  }
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const client = createRequestClient(new Request(`${siteUrl}/`, { headers: { cookie } }), settings)
  const listCookies = () => client.responseHeaders.filter(([name]) => name === 'set-cookie').map(([, value]) => value)
  return { ...client, calls, listCookies }
}

async function signIn(setup: Setup) {
  const prepared = prepare(setup)
  const { error } = await prepared.supabase.auth.signInWithPassword({ email: 'ada@example.org', password: 'secret' })
  if (error) throw error
  return prepared.listCookies()
}

/** Returns a session with the longest cookie value that is not longer than `length`. */
function findFiller(length: number): number {
  let filler = 0
  while (encode(createSession({ filler: filler + 1 })).length <= length) filler += 1
  return filler
}

test("names the cookie after the first label of the backend's host, regardless of its port (runtime 9.1)", async () => {
  for (const [supabaseUrl, name] of [
    ['http://127.0.0.1:3000', 'sb-127-auth-token'],
    ['https://abcd.supabase.example', 'sb-abcd-auth-token'],
    ['http://localhost:3000/spots', 'sb-localhost-auth-token'],
  ] as const) {
    const [cookie] = await signIn({ supabaseUrl, session: createSession() })
    expect(cookie?.split('=')[0]).toBe(name)
  }
})

test('stores up to 3180 characters in one cookie, and one more in two (runtime 9.1)', async () => {
  const filler = findFiller(CHUNK)
  const whole = createSession({ filler })
  expect(encode(whole).length).toBeGreaterThan(CHUNK - 2)
  const [one, ...none] = (await signIn({ session: whole })).filter((cookie) => !cookie.includes('Max-Age=0'))
  expect(one).toMatch(/^sb-127-auth-token=base64-/)
  expect(none).toEqual([])
  const parted = createSession({ filler: filler + 1 })
  const chunks = (await signIn({ session: parted })).filter((cookie) => !cookie.includes('Max-Age=0'))
  expect(chunks.map((cookie) => cookie.split('=')[0])).toEqual(['sb-127-auth-token.0', 'sb-127-auth-token.1'])
  const values = chunks.map((cookie) => /=([^;]*)/.exec(cookie)?.[1] ?? '')
  expect(values[0]).toHaveLength(CHUNK)
  expect(values.join('')).toBe(encode(parted))
})

test('joins chunks, prefers a single cookie, and reads JSON without the prefix (runtime 9.1)', async () => {
  const long = encode(createSession({ filler: 4000 }))
  const chunks = { 'sb-127-auth-token.0': long.slice(0, CHUNK), 'sb-127-auth-token.1': long.slice(CHUNK) }
  const short = createSession({ filler: 3 })
  const readFiller = async (cookies: Record<string, string>) => {
    const { data } = await prepare({ cookies }).supabase.auth.getSession()
    return String(data.session?.user.user_metadata.filler ?? '').length
  }
  expect(await readFiller(chunks)).toBe(4000)
  expect(await readFiller({ ...chunks, 'sb-127-auth-token': encode(short) })).toBe(3)
  expect(await readFiller({ 'sb-127-auth-token': encodeURIComponent(JSON.stringify(short)) })).toBe(3)
})

test('treats a broken cookie as no cookie (runtime 9.1)', async () => {
  for (const value of [
    'base64-%%%',
    'base64-bm90IGpzb24',
    '{"access_token":',
    '%',
    'base64-',
    encode(createSession()).slice(0, -9),
  ]) {
    const { supabase, calls } = prepare({ cookies: { 'sb-127-auth-token': value } })
    const { data } = await supabase.auth.getSession()
    expect([value, data.session, calls]).toEqual([value, null, []])
  }
})

test('deletes a session whose token does not verify, and acts as a visitor (runtime 9.1)', async () => {
  const long = encode(createSession({ filler: 4000 }))
  const client = prepare({
    cookies: { 'sb-127-auth-token.0': long.slice(0, CHUNK), 'sb-127-auth-token.1': long.slice(CHUNK), theme: 'day' },
  })
  expect(await verifySession(client)).toBeNull()
  expect((await client.supabase.auth.getSession()).data.session).toBeNull()
  expect(client.listCookies()).toEqual([
    'sb-127-auth-token.0=; Max-Age=0; Path=/; SameSite=Lax',
    'sb-127-auth-token.1=; Max-Age=0; Path=/; SameSite=Lax',
  ])
})

test('sets path /, 400 days and SameSite=Lax, readable by scripts (runtime 9.2)', async () => {
  const [cookie] = await signIn({ session: createSession() })
  expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; SameSite=Lax$/)
  expect(cookie).not.toMatch(/HttpOnly|Secure/)
})

test('is Secure on https, and limited to the base path (runtime 9.2)', async () => {
  const [cookie] = await signIn({ siteUrl: 'https://spots.example/map', session: createSession() })
  expect(cookie).toMatch(/; Path=\/map\/; Secure; SameSite=Lax$/)
})

test('deletes the remaining chunks of a longer session (runtime 9.2)', async () => {
  const long = encode(createSession({ filler: 4000 }))
  const cookies = { 'sb-127-auth-token.0': long.slice(0, CHUNK), 'sb-127-auth-token.1': long.slice(CHUNK) }
  const deleted = (await signIn({ cookies, session: createSession() })).filter((cookie) => cookie.includes('Max-Age=0'))
  expect(deleted.map((cookie) => cookie.split('=')[0]).toSorted()).toEqual(Object.keys(cookies))
})

test('writes nothing for a session that is read, and no-store headers for a refreshed one (runtime 9.3)', async () => {
  const fresh = prepare({ cookies: { 'sb-127-auth-token': encode(createSession()) } })
  await fresh.supabase.auth.getSession()
  expect(fresh.responseHeaders).toEqual([])
  const old = createSession({ expiresAt: NOW_SECONDS - 10 })
  const refreshed = prepare({ cookies: { 'sb-127-auth-token': encode(old) }, session: createSession({ filler: 1 }) })
  await refreshed.supabase.auth.getSession()
  expect(refreshed.calls.map((url) => new URL(url).search)).toEqual(['?grant_type=refresh_token'])
  expect(refreshed.listCookies()[0]).toContain(encode(createSession({ filler: 1 })))
  const headers = new Map(refreshed.responseHeaders.map(([name, value]) => [name.toLowerCase(), value]))
  expect(headers.get('cache-control')).toMatch(/private.*no-cache.*no-store/)
  expect(headers.get('expires')).toBe('0')
})

test('uses PKCE, and never takes a session from a URL on the server (runtime 9.4)', async () => {
  const { supabase, calls } = prepare({ session: createSession() })
  const { data } = await supabase.auth.signInWithOAuth({ provider: 'github', options: { skipBrowserRedirect: true } })
  expect(new URL(data.url ?? '').searchParams.get('code_challenge_method')).toBe('s256')
  expect((await supabase.auth.getSession()).data.session).toBeNull()
  expect(calls).toEqual([])
})

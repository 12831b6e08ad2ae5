import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { chromium, type Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { findTestChromium } from '../../../../../scripts/find-chromium.ts'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

declare global {
  interface Window {
    /** The bundled official client, for the script of the page. */
    client: SupabaseClient
  }
}

const found = findTestChromium()
const CLIENT = createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js')
const EMAIL = 'ada@example.org'
const ENABLED = {
  GOTRUE_PASSKEY_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
  GOTRUE_WEBAUTHN_RP_ID: 'localhost',
}
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** A page with the official client on its own origin, with the service under it. */
async function startSite(response: (request: Request) => Promise<Response>) {
  const page = `<!doctype html><title>Site</title><script src="/supabase.js"></script>
    <script>window.client = supabase.createClient(location.origin, '${KEYS.publishableKey}')</script>`
  const server: Server = createServer(
    getRequestListener(
      async (request) => {
        const { pathname } = new URL(request.url)
        if (pathname.startsWith('/auth/v1/')) return response(request)
        if (pathname === '/supabase.js') return new Response(readFileSync(CLIENT))
        return new Response(page, { headers: { 'content-type': 'text/html' } })
      },
      { overrideGlobalObjects: false },
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, server }
}

/** Opens Chromium on the site, with a virtual authenticator that always consents: built in, or plugged in. */
async function openSite(transport: 'internal' | 'usb') {
  const stack = new AsyncDisposableStack()
  let auth: TestAuth | undefined
  const { origin, server } = await startSite(async (request) => {
    if (!auth) throw new Error('The service has not started yet.')
    return auth.fetch(new Request(request.url.replace('/auth/v1', ''), request))
  })
  stack.defer(() => void server.close())
  auth = stack.use(await createTestAuth({ ...ENABLED, GOTRUE_WEBAUTHN_RP_ORIGINS: origin }))
  const browser = await chromium.launch({ executablePath: found?.path ?? '', args: SANDBOX })
  stack.defer(() => browser.close())
  const page = await browser.newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(origin)
  await signUp(page)
  const close = () => stack.disposeAsync()
  return { auth, page, devtools, authenticatorId, [Symbol.asyncDispose]: close }
}

async function signUp(page: Page): Promise<void> {
  const error = await page.evaluate(
    async ([email = '', password = '']) => {
      return (await window.client.auth.signUp({ email, password })).error?.message
    },
    [EMAIL, PASSWORD],
  )
  expect(error).toBeUndefined()
}

test.skipIf(!found)(
  'registers a passkey in Chromium, signs in with it and rejects a copy of it (auth 9.1)',
  { timeout: 60_000 },
  async () => {
    await using site = await openSite('internal')
    const { page, auth, devtools, authenticatorId } = site
    const registered = await page.evaluate(async () => window.client.auth.registerPasskey())
    expect(registered.error).toBeNull()
    await page.evaluate(async () => window.client.auth.signOut())
    const signIn = () =>
      page.evaluate(async () => {
        const { data, error } = await window.client.auth.signInWithPasskey()
        return { token: data?.session?.access_token ?? '', code: error && 'code' in error ? error.code : undefined }
      })
    const { token } = await signIn()
    expect(await auth.tokens.verify(token)).toMatchObject({ email: EMAIL, aal: 'aal1', amr: [{ method: 'passkey' }] })
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const userId = (await auth.sql`select id from auth.users`)[0]?.id
    expect(Buffer.from(credentials[0]?.userHandle ?? '', 'base64').toString()).toBe(userId)
    const [row] = await auth.sql`select sign_count, last_used_at from auth.webauthn_credentials`
    expect(Number(row?.sign_count)).toBe(credentials[0]?.signCount)
    expect(row?.last_used_at).toBeTruthy()
    // An earlier copy of the device has a lower counter.
    await auth.sql`update auth.webauthn_credentials set sign_count = sign_count + 10`
    expect((await signIn()).code).toBe('webauthn_verification_failed')
  },
)

test.skipIf(!found)(
  'registers a security key for MFA in Chromium and raises the next session (auth 7.10)',
  { timeout: 60_000 },
  async () => {
    await using site = await openSite('usb')
    const { page, auth } = site
    const registered = await page.evaluate(async () => {
      const { data, error } = await window.client.auth.mfa.webauthn.register({ friendlyName: 'Key' })
      return { token: data?.access_token ?? '', error: error?.message }
    })
    expect(registered.error).toBeUndefined()
    expect(await auth.tokens.verify(registered.token)).toMatchObject({ aal: 'aal2' })
    const raised = await page.evaluate(
      async ([email = '', password = '']) => {
        const { auth: client } = window.client
        await client.signOut()
        await client.signInWithPassword({ email, password })
        const factorId = (await client.mfa.listFactors()).data?.all[0]?.id ?? ''
        const before = (await client.mfa.getAuthenticatorAssuranceLevel()).data
        const { error } = await client.mfa.webauthn.authenticate({ factorId })
        const after = (await client.mfa.getAuthenticatorAssuranceLevel()).data
        return { before, after, error: error?.message }
      },
      [EMAIL, PASSWORD],
    )
    expect(raised).toMatchObject({
      before: { currentLevel: 'aal1', nextLevel: 'aal2' },
      after: { currentLevel: 'aal2', nextLevel: 'aal2' },
    })
    expect(raised.error).toBeUndefined()
  },
)

test.skipIf(!found)('stores the passkey and the MFA key of one device separately', { timeout: 60_000 }, async () => {
  await using site = await openSite('internal')
  const { page, devtools, authenticatorId } = site
  const failures = await page.evaluate(async () => {
    const { auth } = window.client
    const passkey = await auth.registerPasskey()
    const factor = await auth.mfa.webauthn.register(
      { friendlyName: 'Device' },
      { authenticatorSelection: { authenticatorAttachment: 'platform', residentKey: 'required' } },
    )
    return [passkey, factor].map(({ error }) => error?.message).filter(Boolean)
  })
  expect(failures).toEqual([])
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toHaveLength(2)
})

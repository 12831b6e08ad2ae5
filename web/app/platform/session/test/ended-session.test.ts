import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { handleError } from '../../../entry.server.tsx'
import { DEFAULT_APP_CONFIG } from '../../config/app-config.ts'
import { type ServerSettings, serverSettingsContext } from '../../config/app-settings.ts'
import { getSupabase, sessionMiddleware } from '../session.server.ts'

const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
beforeEach(() => void log.mockClear())

const SITE = 'http://127.0.0.1:3000'
const MEMBER = { id: '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11', aud: 'authenticated', user_metadata: {}, app_metadata: {} }
const EXPIRES_AT = Math.floor(Date.now() / 1000) + 3600

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const TOKEN = [encode({ alg: 'HS256', typ: 'JWT' }), encode({ sub: MEMBER.id, exp: EXPIRES_AT }), 'c2ln'].join('.')
const COOKIE = `sb-127-auth-token=base64-${encode({
  ...{ access_token: TOKEN, refresh_token: 'refresh', token_type: 'bearer', expires_in: 3600, expires_at: EXPIRES_AT },
  user: MEMBER,
})}`

/** Opens a page that reads a table, from a data service that responds with this error. */
async function openPage(error: object, { method = 'GET', cookie = COOKIE, status = 500 } = {}): Promise<Response> {
  const settings: ServerSettings = {
    siteUrl: SITE,
    supabaseUrl: SITE,
    publishableKey: 'public',
    secretKey: '',
    mapStyleUrl: undefined,
    captcha: undefined,
    config: DEFAULT_APP_CONFIG,
    routeRules: {},
    contentOrigins: [],
    collectorUrl: undefined,
    backendFetch: async (input) =>
      String(input).includes('/auth/v1/user') ? Response.json(MEMBER) : Response.json(error, { status: 403 }),
  }
  const context = new RouterContextProvider()
  context.set(serverSettingsContext, settings)
  const url = new URL(`${SITE}/explore`)
  const request = new Request(url, { method, headers: { cookie } })
  const next = async () => {
    const { error: failure } = await getSupabase(context).from('spots').select()
    handleError(failure, { request, context, params: {} })
    return new Response('the page', { status })
  }
  const sent = sessionMiddleware({ request, url, pattern: 'explore', params: {}, context }, next)
  return Promise.resolve(sent).catch((thrown: unknown) => thrown) as Promise<Response>
}

const SUSPENDED = { code: 'PT403', hint: 'user_banned', message: 'This account is suspended until tomorrow.' }

test.each([
  ['user_banned', SUSPENDED],
  ['session_not_found', { code: 'PT403', hint: 'session_ended', message: 'This account has been deleted.' }],
  ['session_not_found', { code: 'session_not_found', message: 'Session from session_id claim does not exist' }],
])('signs out and leads to the sign-in page with "%s" when the session is rejected', async (code, error) => {
  const response = await openPage(error)
  expect([response.status, response.headers.get('location')]).toEqual([302, `/auth/login?error_code=${code}`])
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^sb-127-auth-token=; Max-Age=0/)])
  expect(log).not.toHaveBeenCalled()
})

test('does not replace the response to other errors, visitors and forms, or that of a page which handles the error', async () => {
  const denied = { code: '42501', hint: null, message: 'permission denied for table spots' }
  for (const response of [
    await openPage(denied),
    await openPage(SUSPENDED, { cookie: '' }),
    await openPage(SUSPENDED, { method: 'POST' }),
    await openPage(SUSPENDED, { status: 302 }),
  ]) {
    expect([await response.text(), response.headers.getSetCookie()]).toEqual(['the page', []])
  }
  // The last page handled the error itself, so only the others are logged.
  expect(log).toHaveBeenCalledTimes(3)
})

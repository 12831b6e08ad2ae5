import { createClient } from '@supabase/supabase-js'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSession, createStorage, STORAGE_KEY } from './session-test-client.ts'

const SOON = Math.floor(Date.now() / 1000) + 3600

// The client warns about every second instance, and these tests create many.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined))

/** A tab with a storage, opened at a URL; its calls, and the resulting URL and history. */
function openTab(href: string, storage = createStorage()) {
  const calls: { path: string; body: unknown }[] = []
  const shown: string[] = []
  const location = new URL(href)
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => void shown.push(url),
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location, history }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetchAsBackend: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    calls.push({ path: pathname + search, body: JSON.parse(String(init?.body)) })
    return Response.json(createSession(SOON))
  }
  const { auth } = createClient('http://backend.test', 'key', {
    auth: { storage, storageKey: STORAGE_KEY, flowType: 'pkce', detectSessionInUrl: true, autoRefreshToken: false },
    global: { fetch: fetchAsBackend },
  })
  return { auth, calls, shown, storage }
}

test("exchanges a code in the URL with this browser's verifier and removes it from the URL (runtime 9.4)", async () => {
  const begun = openTab('http://site.test/auth/login')
  const { data } = await begun.auth.signInWithOAuth({ provider: 'github', options: { skipBrowserRedirect: true } })
  const wayBack = new URL(new URL(data.url ?? '').searchParams.get('redirect_to') ?? 'http://site.test/')
  wayBack.searchParams.set('code', 'abc')
  wayBack.searchParams.set('q', 'x')
  expect([...begun.storage.items.keys()].some((key) => key.endsWith('-code-verifier'))).toBe(true)
  const { auth, calls, shown } = openTab(wayBack.href, begun.storage)
  expect((await auth.initialize()).error).toBeNull()
  expect(calls).toEqual([
    {
      path: '/auth/v1/token?grant_type=pkce',
      body: expect.objectContaining({ auth_code: 'abc', code_verifier: expect.stringMatching(/^.{43,}$/) }),
    },
  ])
  expect(shown.map((url) => new URL(url).search)).toEqual(['?q=x'])
  expect((await auth.getSession()).data.session?.refresh_token).toBe('r1')
})

test('ignores a code without a verifier in this browser (runtime 9.4)', async () => {
  const { auth, calls, shown } = openTab('http://site.test/about?code=abc')
  expect((await auth.initialize()).error).toBeNull()
  expect([calls, shown, (await auth.getSession()).data.session]).toEqual([[], [], null])
})

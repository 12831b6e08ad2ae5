import { expect, onTestFinished, test, vi } from 'vitest'
import { followSession, toProfileRow } from './profile-sync.ts'
import { createSession, createStorage, createTestClient } from './test/session-test-client.ts'

const id = '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11'

test('builds the profile row from metadata, with null for missing fields', () => {
  const user_metadata = { username: 'ada', name: 'Ada', theme: 'night' }
  expect(toProfileRow({ id, email: 'ada@example.org', user_metadata })).toEqual({
    id,
    email: 'ada@example.org',
    avatar_url: null,
    username: 'ada',
    name: 'Ada',
    surname: null,
  })
})

test('builds a row from metadata of any shape', () => {
  const row = { id, email: null, avatar_url: null, username: null, name: null, surname: null }
  expect(toProfileRow({ id, user_metadata: { username: 7, name: ['x'], surname: {} } })).toEqual(row)
})

const SOON = Math.floor(Date.now() / 1000) + 3600

/**
 * A tab whose client stores its session in the cookie, as in a browser, and the rows that it writes, answered one by
 * one.
 */
function openTab(answerRow: () => Response | Promise<Response> = () => new Response(null, { status: 201 })) {
  const page = { cookie: '' }
  const kept = createStorage()
  vi.stubGlobal('document', page)
  vi.stubGlobal('sessionStorage', { ...kept, removeItem: kept.items.delete.bind(kept.items) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const jar = createStorage()
  const showCookie = () => {
    page.cookie = [...jar.items].map(([name, value]) => `sb-${name}-auth-token=${encodeURIComponent(value)}`).join('; ')
  }
  let grants = 0
  const { client, calls } = createTestClient({
    storage: {
      ...jar,
      setItem: (name: string, value: string) => {
        jar.setItem(name, value)
        showCookie()
      },
      removeItem: (name: string) => {
        jar.removeItem(name)
        showCookie()
      },
    },
    answer: ({ path, method }) => {
      if (path.startsWith('/rest/v1/users')) return answerRow()
      if (path.includes('/token')) return Response.json(createSession(SOON, { refresh_token: `r${++grants}` }))
      if (method !== 'PUT') return new Response(null, { status: 204 })
      return Response.json({ ...createSession(SOON).user, user_metadata: { name: 'Ada' } })
    },
  })
  const rows = () => calls.filter(({ path }) => path.startsWith('/rest/v1/users'))
  const zones = () => calls.filter(({ path, method }) => path.includes('mail_schedules') && method === 'POST')
  return { client, rows, zones }
}

const credentials = { email: 'ada@example.org', password: 'secret' }

test('writes the row on sign-in, token refresh and user update, and skips unchanged sessions (runtime 10.2)', async () => {
  const { client, rows } = openTab()
  followSession(client)
  await client.auth.signInWithPassword(credentials)
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]).toMatchObject({
    method: 'POST',
    body: { id, email: 'ada@example.org', avatar_url: null, username: null, name: null, surname: null },
  })
  expect(rows()[0]?.headers.get('prefer')).toContain('resolution=merge-duplicates')
  await client.auth.refreshSession()
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  await client.auth.updateUser({ data: { name: 'Ada' } })
  await vi.waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows()[2]?.body).toMatchObject({ name: 'Ada' })
  // The event repeats when a tab becomes visible again, and after a reload.
  followSession(client)
  await client.auth.getSession()
  await client.auth.signOut()
  expect(rows()).toHaveLength(3)
})

test('writes rows one after the other, so an older one never lands last (runtime 10.2)', async () => {
  const responses: (() => void)[] = []
  const { client, rows } = openTab(
    () => new Promise((resolve) => responses.push(() => resolve(new Response(null, { status: 201 })))),
  )
  followSession(client)
  await client.auth.signInWithPassword(credentials)
  await client.auth.refreshSession()
  await vi.waitFor(() => expect(responses).toHaveLength(1))
  expect(rows()).toHaveLength(1)
  responses[0]?.()
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  responses[1]?.()
})

test('logs a failed write and keeps the session (runtime 10.2)', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { client } = openTab(() => Response.json({ message: 'broken', code: 'XX000' }, { status: 500 }))
  followSession(client)
  expect((await client.auth.signInWithPassword(credentials)).error).toBeNull()
  await vi.waitFor(() => expect(log.mock.calls).toEqual([['Error syncing user profile', 'broken']]))
  expect((await client.auth.getSession()).data.session).not.toBeNull()
})

const { DateTimeFormat } = Intl

function stubTimeZone(timeZone: string) {
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (this: unknown) {
    return new DateTimeFormat('en-GB', { timeZone })
  })
  onTestFinished(() => void vi.restoreAllMocks())
}

test("saves the browser's time zone at sign-in unless the member has one", async () => {
  stubTimeZone('Europe/Berlin')
  const { client, zones } = openTab()
  followSession(client)
  await client.auth.signInWithPassword(credentials)
  await vi.waitFor(() => expect(zones()).toHaveLength(1))
  expect(zones()[0]?.body).toEqual({ user_id: id, time_zone: 'Europe/Berlin' })
  expect(zones()[0]?.headers.get('prefer')).toContain('resolution=ignore-duplicates')
})

test('keeps the default time zone in a browser that hides its own', async () => {
  stubTimeZone('UTC')
  const hidden = openTab()
  followSession(hidden.client)
  await hidden.client.auth.signInWithPassword(credentials)
  await hidden.client.auth.refreshSession()
  await vi.waitFor(() => expect(hidden.rows()).toHaveLength(2))
  expect(hidden.zones()).toEqual([])
})

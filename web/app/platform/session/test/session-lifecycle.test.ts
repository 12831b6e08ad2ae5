import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signOut } from '#app/features/account/sign-in/sign-out.ts'
import { createSession, createStorage, createTestClient, createToken, STORAGE_KEY } from './session-test-client.ts'

const EXPIRES_AT = 2_000_000_000
const EXPIRES_MS = EXPIRES_AT * 1000

beforeEach(() => {
  vi.useFakeTimers({ now: EXPIRES_MS - 3_600_000 })
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function renewed() {
  return Response.json(createSession(EXPIRES_AT + 3600, { refresh_token: 'r2' }))
}

function rejectWith(status: number, code = 'refresh_token_not_found') {
  return () => Response.json({ code, message: 'rejected', msg: 'rejected' }, { status })
}

/** Returns how many times a client refreshes a token that starts with the given lifetime, within the given wait. */
async function countTicks(leftMs: number, waitMs: number): Promise<number> {
  vi.setSystemTime(EXPIRES_MS - leftMs)
  const { client, calls } = createTestClient({
    session: createSession(EXPIRES_AT),
    autoRefreshToken: true,
    answer: renewed,
  })
  await vi.advanceTimersByTimeAsync(waitMs)
  await client.auth.stopAutoRefresh()
  return calls.length
}

test('checks every 30 seconds and refreshes with less than 120 seconds left (runtime 11.1)', async () => {
  expect(await countTicks(120_000, 1)).toBe(0)
  expect(await countTicks(119_999, 1)).toBe(1)
  expect(await countTicks(149_000, 29_000)).toBe(0)
  expect(await countTicks(149_000, 31_000)).toBe(1)
})

test('refreshes a session that is read with less than 90 seconds left (runtime 11.1)', async () => {
  for (const [leftMs, count] of [
    [90_000, 0],
    [89_999, 1],
  ] as const) {
    vi.setSystemTime(EXPIRES_MS - leftMs)
    const { client, calls } = createTestClient({ session: createSession(EXPIRES_AT), answer: renewed })
    await client.auth.getSession()
    expect([leftMs, calls.length]).toEqual([leftMs, count])
  }
})

test('does not refresh in a hidden tab, and catches up when it becomes visible (runtime 11.2)', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const tab = Object.assign(new EventTarget(), { location: new URL('http://site.test/') })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', tab)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.setSystemTime(EXPIRES_MS - 300_000)
  const { client, calls } = createTestClient({
    session: createSession(EXPIRES_AT),
    autoRefreshToken: true,
    answer: renewed,
  })
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  await vi.advanceTimersByTimeAsync(1000)
  page.visibilityState = 'hidden'
  tab.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(260_000)
  expect(calls).toEqual([])
  page.visibilityState = 'visible'
  tab.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(100)
  expect(calls.map(({ path }) => path)).toEqual(['/auth/v1/token?grant_type=refresh_token'])
  expect(events).toContain('TOKEN_REFRESHED')
  events.length = 0
  tab.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(100)
  expect(events).toEqual(['SIGNED_IN'])
  await client.auth.stopAutoRefresh()
})

test('retries a lost network 8 times from 200 ms, doubling, within 30 seconds (runtime 11.3)', async () => {
  vi.setSystemTime(EXPIRES_MS)
  const { client, calls } = createTestClient({
    session: createSession(EXPIRES_AT),
    answer: () => Promise.reject(new TypeError('fetch failed')),
  })
  void client.auth.getSession()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.map(({ atMs }) => atMs - EXPIRES_MS)).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400])
})

test('retries server errors but not rejections (runtime 11.3)', async () => {
  for (const [status, isRepeated] of [
    [500, true],
    [502, true],
    [503, true],
    [504, true],
    [522, true],
    [400, false],
    [401, false],
    [429, false],
  ] as const) {
    vi.setSystemTime(EXPIRES_MS)
    const { client, calls } = createTestClient({ session: createSession(EXPIRES_AT), answer: rejectWith(status) })
    void client.auth.getSession()
    await vi.advanceTimersByTimeAsync(250)
    expect([status, calls.length]).toEqual([status, isRepeated ? 2 : 1])
  }
})

test('does not refresh for a minute after all retries failed (runtime 11.3)', async () => {
  vi.setSystemTime(EXPIRES_MS)
  const { client, calls } = createTestClient({ session: createSession(EXPIRES_AT), answer: rejectWith(503) })
  void client.auth.getSession()
  await vi.advanceTimersByTimeAsync(40_000)
  const tried = calls.length
  void client.auth.getSession()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls.length).toBe(tried)
  await vi.advanceTimersByTimeAsync(60_000)
  void client.auth.getSession()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls.length).toBeGreaterThan(tried)
})

test('ends an expired session when its refresh is rejected, but not one with a valid token (runtime 11.4)', async () => {
  vi.setSystemTime(EXPIRES_MS + 1000)
  const expired = createTestClient({ session: createSession(EXPIRES_AT), answer: rejectWith(400) })
  const events: string[] = []
  expired.client.auth.onAuthStateChange((event) => void events.push(event))
  expect((await expired.client.auth.getSession()).data.session).toBeNull()
  await vi.advanceTimersByTimeAsync(10)
  expect(expired.storage.items.has(STORAGE_KEY)).toBe(false)
  expect(events).toContain('SIGNED_OUT')
  vi.setSystemTime(EXPIRES_MS - 60_000)
  const holding = createTestClient({ session: createSession(EXPIRES_AT), answer: rejectWith(400) })
  await holding.client.auth.getSession()
  expect(holding.storage.items.has(STORAGE_KEY)).toBe(true)
})

test('shares one refresh among concurrent calls (runtime 11.4)', async () => {
  vi.setSystemTime(EXPIRES_MS)
  const { client, calls } = createTestClient({ session: createSession(EXPIRES_AT), answer: renewed })
  const all = await Promise.all(Array.from({ length: 8 }, () => client.auth.getSession()))
  expect(calls).toHaveLength(1)
  expect(new Set(all.map(({ data }) => data.session?.refresh_token))).toEqual(new Set(['r2']))
})

test('keeps two tabs signed in with one session when they refresh at once (runtime 11.5)', async () => {
  vi.setSystemTime(EXPIRES_MS)
  const storage = createStorage(createSession(EXPIRES_AT))
  let used = 0
  // The service does the same: a token that was just used returns the same new one again.
  const response = () => {
    used += 1
    return renewed()
  }
  const tabs = [createTestClient({ storage, answer: response }), createTestClient({ storage, answer: response })]
  const sessions = await Promise.all(tabs.map(({ client }) => client.auth.getSession()))
  expect(used).toBeGreaterThan(0)
  expect(sessions.map(({ data }) => data.session?.refresh_token)).toEqual(['r2', 'r2'])
  expect(JSON.parse(storage.items.get(STORAGE_KEY) ?? '{}')).toMatchObject({ refresh_token: 'r2' })
})

test('removes a stored session that lacks one of its three keys, and reports it (runtime 11.6)', async () => {
  for (const key of ['access_token', 'refresh_token', 'expires_at'] as const) {
    const { [key]: _, ...broken } = createSession(EXPIRES_AT)
    const { client, storage } = createTestClient({ session: broken })
    const events: unknown[] = []
    client.auth.onAuthStateChange((event, session) => void events.push([event, session]))
    await vi.advanceTimersByTimeAsync(10)
    expect([key, storage.items.has(STORAGE_KEY)]).toEqual([key, false])
    expect(events).toEqual([
      ['SIGNED_OUT', null],
      ['INITIAL_SESSION', null],
    ])
  }
  const whole = createTestClient({ session: createSession(EXPIRES_AT) })
  expect((await whole.client.auth.getSession()).data.session?.refresh_token).toBe('r1')
})

test('notifies each subscriber of the initial session first, then of its changes (runtime 11.7)', async () => {
  const { client } = createTestClient({
    session: createSession(EXPIRES_AT),
    answer: ({ path, method }) => {
      if (path.includes('grant_type=refresh_token')) return renewed()
      return method === 'PUT' ? Response.json(createSession(EXPIRES_AT).user) : new Response(null, { status: 204 })
    },
  })
  const [first, second]: [string[], string[]] = [[], []]
  client.auth.onAuthStateChange((event) => void first.push(event))
  await vi.advanceTimersByTimeAsync(10)
  await client.auth.refreshSession()
  await client.auth.updateUser({ data: { name: 'Ada' } })
  client.auth.onAuthStateChange((event) => void second.push(event))
  await vi.advanceTimersByTimeAsync(10)
  await client.auth.signOut()
  expect(first).toEqual(['SIGNED_IN', 'INITIAL_SESSION', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'])
  expect(second).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
})

test('reports password recovery and completed MFA as separate events (runtime 11.7)', async () => {
  const { client } = createTestClient({ answer: renewed })
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  await vi.advanceTimersByTimeAsync(10)
  await client.auth.verifyOtp({ email: 'ada@example.org', token: '123456', type: 'recovery' })
  await client.auth.verifyOtp({ email: 'ada@example.org', token: '123456', type: 'email' })
  await client.auth.mfa.verify({ factorId: 'f', challengeId: 'c', code: '123456' })
  expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'SIGNED_IN', 'MFA_CHALLENGE_VERIFIED'])
})

test("returns the token's assurance level, and aal2 as the next once a factor is verified (runtime 11.8)", async () => {
  const factor = { id: 'f', status: 'verified', factor_type: 'totp', created_at: '', updated_at: '' } as const
  const { user } = createSession(EXPIRES_AT)
  const look = async (aal: string | undefined, factors: (typeof factor)[]) => {
    const access_token = createToken({ exp: EXPIRES_AT, ...(aal && { aal }) })
    const { client } = createTestClient({
      session: createSession(EXPIRES_AT, { access_token, user: { ...user, factors } }),
    })
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    return [data?.currentLevel, data?.nextLevel]
  }
  expect(await look(undefined, [])).toEqual([null, null])
  expect(await look('aal1', [])).toEqual(['aal1', 'aal1'])
  expect(await look('aal1', [factor])).toEqual(['aal1', 'aal2'])
  expect(await look('aal2', [factor])).toEqual(['aal2', 'aal2'])
  const { data } = await createTestClient().client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect([data?.currentLevel, data?.nextLevel]).toEqual([null, null])
})

test('lists verified factors by type (runtime 11.8)', async () => {
  const factors = [
    { id: 'a', status: 'verified', factor_type: 'totp' },
    { id: 'b', status: 'unverified', factor_type: 'totp' },
    { id: 'c', status: 'verified', factor_type: 'phone' },
    { id: 'd', status: 'unverified', factor_type: 'phone' },
  ]
  const { client } = createTestClient({
    session: createSession(EXPIRES_AT),
    answer: () => Response.json({ ...createSession(EXPIRES_AT).user, factors }),
  })
  const { data } = await client.auth.mfa.listFactors()
  expect(data?.totp.map(({ id }) => id)).toEqual(['a'])
  expect(data?.phone.map(({ id }) => id)).toEqual(['c'])
  expect(data?.all.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('signs out when the service no longer knows the session (runtime 11.9)', async () => {
  for (const status of [204, 401, 403, 404]) {
    const { client, storage, calls } = createTestClient({
      session: createSession(EXPIRES_AT),
      answer: () => (status === 204 ? new Response(null, { status }) : rejectWith(status, 'session_not_found')()),
    })
    expect([status, await signOut(client, 'global')]).toEqual([status, 'done'])
    expect(storage.items.has(STORAGE_KEY)).toBe(false)
    expect(calls[0]?.path).toBe('/auth/v1/logout?scope=global')
  }
})

test('keeps the session when signing out fails, and offers to sign out this device only (runtime 11.9)', async () => {
  for (const response of [
    rejectWith(500),
    rejectWith(429, 'over_request_rate_limit'),
    () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    const { client, storage } = createTestClient({ session: createSession(EXPIRES_AT), answer: response })
    expect(await signOut(client, 'global')).toBe('failed')
    expect(storage.items.has(STORAGE_KEY)).toBe(true)
    expect(await signOut(client, 'local')).toBe('done')
    expect(storage.items.has(STORAGE_KEY)).toBe(false)
  }
})

test('keeps this session when signing out elsewhere (runtime 11.9)', async () => {
  const { client, storage } = createTestClient({
    session: createSession(EXPIRES_AT),
    answer: () => new Response(null, { status: 204 }),
  })
  await client.auth.signOut({ scope: 'others' })
  expect(storage.items.has(STORAGE_KEY)).toBe(true)
})

import { errors as joseErrors } from 'jose'
import { expect, test } from 'vitest'
import { createAppSessions, endAppsWithSession, SessionUnknownError } from './app-sessions.ts'
import type { Claims, Tokens } from './tokens.ts'

const APP = { sub: 'ada', client_id: 'app', session_id: 'session' }

function createChecked(claims: Claims, find: () => Promise<boolean>) {
  let nowMs = 1_000_000
  let queries = 0
  const sessions = createAppSessions(
    async () => {
      queries += 1
      return find()
    },
    () => nowMs,
  )
  const tokens = { verify: async () => claims } as unknown as Tokens
  const { verify } = endAppsWithSession(tokens, sessions, () => nowMs)
  return {
    sessions,
    verify: () => verify('token'),
    countQueries: () => queries,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('reads a session at most once in five seconds', async () => {
  const checked = createChecked(APP, async () => true)
  expect(await checked.verify()).toEqual(APP)
  checked.pass(4999)
  await checked.verify()
  expect(checked.countQueries()).toBe(1)
  checked.pass(1)
  await checked.verify()
  expect(checked.countQueries()).toBe(2)
})

test('rejects the token of an ended session as expired, immediately after the notification', async () => {
  let isLive = true
  const checked = createChecked(APP, async () => isLive)
  await checked.verify()
  isLive = false
  checked.sessions.clear()
  const rejection = await checked.verify().catch((error: unknown) => error)
  expect(rejection).toBeInstanceOf(joseErrors.JWTExpired)
  expect(rejection).not.toBeInstanceOf(SessionUnknownError)
  expect(rejection).toMatchObject({ payload: { exp: 1000 } })
})

test('rejects tokens of apps while the database does not respond, and queries again', async () => {
  let fails = true
  const checked = createChecked(APP, async () => {
    if (fails) throw new Error('no database')
    return true
  })
  const rejection = await checked.verify().catch((error: unknown) => error)
  expect(rejection).toBeInstanceOf(joseErrors.JWTExpired)
  expect(rejection).toBeInstanceOf(SessionUnknownError)
  fails = false
  expect(await checked.verify()).toEqual(APP)
})

test('does not query the database for tokens of ordinary sessions', async () => {
  const checked = createChecked({ sub: 'ada', session_id: 'session' }, async () => false)
  expect(await checked.verify()).toMatchObject({ sub: 'ada' })
  expect(checked.countQueries()).toBe(0)
})

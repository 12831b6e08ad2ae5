import type { Session } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { createUserState, NO_EVENTS, type UserState } from './user-state.ts'
import { toSessionViewer } from './viewer.ts'

const id = '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11'

function createSession(overrides: Partial<Session> = {}): Session {
  return {
    access_token: 'a',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: 1_900_000_000,
    user: {
      id,
      aud: 'authenticated',
      email: 'ada@example.org',
      created_at: '2026-11-20T00:00:00Z',
      app_metadata: {},
      user_metadata: { username: 'ada', name: 'Ada', surname: 'L.' },
    },
    ...overrides,
  }
}

function apply(state: UserState, session: Session | null): void {
  state.applySession(session, toSessionViewer(session))
}

test("has no user and leaves the page's data valid until the client reports a session (runtime 10.1)", () => {
  const state = createUserState()
  expect(state.getState()).toEqual({ supabase_user: null, supabase_session: null, isNewer: false })
  apply(state, createSession())
  expect(state.getState().supabase_user).toMatchObject({
    id,
    email: 'ada@example.org',
    username: 'ada',
    name: 'Ada L.',
  })
  expect(state.getState().supabase_session?.access_token).toBe('a')
  expect(state.getState().isNewer).toBe(true)
})

test('ignores an unchanged session, regardless of the event (runtime 10.1)', () => {
  const state = createUserState()
  const listener = vi.fn()
  state.subscribe(listener)
  for (let focus = 0; focus < 3; focus += 1) apply(state, createSession())
  expect(listener).toHaveBeenCalledTimes(1)
  apply(state, createSession({ access_token: 'b' }))
  expect(listener).toHaveBeenCalledTimes(2)
})

test('becomes empty at once after signing out (runtime 10.1)', () => {
  const state = createUserState()
  apply(state, createSession())
  apply(state, null)
  expect(state.getState()).toEqual({ supabase_user: null, supabase_session: null, isNewer: true })
})

test('prefers newer page data to older events (runtime 10.1)', () => {
  const state = createUserState()
  const listener = vi.fn()
  state.subscribe(listener)
  state.discardEvents()
  expect(listener).not.toHaveBeenCalled()
  apply(state, null)
  state.discardEvents()
  expect(state.getState()).toBe(NO_EVENTS)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('stops notifying after unsubscribing, and does not share data between states (runtime 10.1)', () => {
  const [state, other] = [createUserState(), createUserState()]
  const listener = vi.fn()
  state.subscribe(listener)()
  apply(state, null)
  expect(listener).not.toHaveBeenCalled()
  expect(other.getState()).toBe(NO_EVENTS)
})

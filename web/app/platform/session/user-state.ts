import type { Session } from '@supabase/supabase-js'
import type { Viewer } from './viewer.ts'

/** The session by the events of this tab. Both are null before the first event and after signing out. */
interface SessionState {
  supabase_user: Viewer | null
  supabase_session: Session | null
  /** True if an event is newer than the page's data. */
  isNewer: boolean
}

/** The state before the first event. The page's data says who the viewer is. */
export const NO_EVENTS: SessionState = { supabase_user: null, supabase_session: null, isNewer: false }

/** The viewer as the browser knows it, before the server confirms it with the next page. */
export interface UserState {
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** Applies a session from the data client of this tab or another, and its viewer. An unchanged one has no effect. */
  applySession(session: Session | null, viewer: Viewer | null): void
  /** Discards the events, because the page's data is newer. */
  discardEvents(): void
}

export function createUserState(): UserState {
  const listeners = new Set<() => void>()
  let state = NO_EVENTS
  let lastJson: string | undefined
  const setState = (value: SessionState) => {
    state = value
    for (const listener of listeners) listener()
  }
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    applySession(session, viewer) {
      const json = JSON.stringify(session)
      if (json === lastJson) return
      lastJson = json
      setState({ supabase_user: viewer, supabase_session: session, isNewer: true })
    },
    discardEvents() {
      if (state.isNewer) setState(NO_EVENTS)
    },
  }
}

/** The state of this tab. It never changes on the server, so no request sees another's member. */
export const userState = createUserState()

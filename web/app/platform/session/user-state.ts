import type { Session } from '@supabase/supabase-js'
import { toViewer, type Viewer } from './viewer.ts'

/**
 * The session events that this tab has received since the page's data arrived. Both fields are null after signing out.
 */
interface ToldUser {
  supabase_user: Viewer | null
  supabase_session: Session | null
}

/** The viewer as the browser knows it, before the server confirms it with the next page. */
export interface UserState {
  /** Undefined while the page's own data is the newest. */
  getTold(): ToldUser | undefined
  subscribe(listener: () => void): () => void
  /** Applies a session from the data client of this tab or another. An unchanged session has no effect. */
  takeSession(session: Session | null): void
  /** Discards the state, because the page's data is newer. */
  forgetTold(): void
}

export function createUserState(): UserState {
  const listeners = new Set<() => void>()
  let told: ToldUser | undefined
  let mark: string | undefined
  const tell = (value: ToldUser | undefined) => {
    told = value
    for (const listener of listeners) listener()
  }
  return {
    getTold: () => told,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    takeSession(session) {
      const json = JSON.stringify(session)
      if (json === mark) return
      mark = json
      const user = session ? toViewer({ ...session.user, sub: session.user.id }) : null
      tell({ supabase_user: user, supabase_session: session })
    },
    forgetTold() {
      if (told) tell(undefined)
    },
  }
}

/** The state of this tab. It never changes on the server, so no request sees another's member. */
export const userState = createUserState()

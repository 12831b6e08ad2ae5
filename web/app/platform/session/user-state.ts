import type { Session } from '@supabase/supabase-js'
import { toViewer, type Viewer } from './viewer.ts'

/**
 * The session events that this tab has received since the page's data arrived. Both fields are null after signing out.
 */
interface SessionUpdate {
  supabase_user: Viewer | null
  supabase_session: Session | null
}

/** The viewer as the browser knows it, before the server confirms it with the next page. */
export interface UserState {
  /** Undefined while the page's own data is the newest. */
  getUpdate(): SessionUpdate | undefined
  subscribe(listener: () => void): () => void
  /** Applies a session from the data client of this tab or another. An unchanged session has no effect. */
  applySession(session: Session | null): void
  /** Discards the state, because the page's data is newer. */
  discardUpdate(): void
}

export function createUserState(): UserState {
  const listeners = new Set<() => void>()
  let update: SessionUpdate | undefined
  let lastJson: string | undefined
  const setUpdate = (value: SessionUpdate | undefined) => {
    update = value
    for (const listener of listeners) listener()
  }
  return {
    getUpdate: () => update,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    applySession(session) {
      const json = JSON.stringify(session)
      if (json === lastJson) return
      lastJson = json
      const user = session ? toViewer({ ...session.user, sub: session.user.id }) : null
      setUpdate({ supabase_user: user, supabase_session: session })
    },
    discardUpdate() {
      if (update) setUpdate(undefined)
    },
  }
}

/** The state of this tab. It never changes on the server, so no request sees another's member. */
export const userState = createUserState()

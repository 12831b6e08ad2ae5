import type { Session } from '@supabase/supabase-js'
import { toViewer, type Viewer } from '../viewer.ts'

/** What this tab has been told of its member since the page's data came; both null after signing out. */
interface ToldUser {
  supabase_user: Viewer | null
  supabase_session: Session | null
}

/** Who is signed in as the browser knows it, before the server says so with the next page. */
export interface UserState {
  /** Undefined while nothing newer is known than the page's own data. */
  getTold(): ToldUser | undefined
  subscribe(listener: () => void): () => void
  /** Takes the session of the data client, of this tab or another. One that is the same as before changes nothing. */
  takeSession(session: Session | null): void
  /** The page's data are new: from now on they count. */
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

/** The state of this tab. On the server nothing is ever told, so that no request sees another's member. */
export const userState = createUserState()

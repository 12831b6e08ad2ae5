import type { User } from '@supabase/supabase-js'
import * as v from 'valibot'
import type { Supabase } from '#app/lib/supabase.ts'
import { lacksSecondFactor } from './second-step.ts'
import { userState } from './session/user-state.ts'
import { forgetSession, hasNewSession, keepSession } from './session-mark.ts'

const Text = v.fallback(v.nullish(v.string(), null), null)
const Metadata = v.fallback(v.object({ avatar_url: Text, username: Text, name: Text, surname: Text }), {
  avatar_url: null,
  username: null,
  name: null,
  surname: null,
})

/** The row of table `users` that an account's metadata make; what is missing there becomes null. */
export function toProfileRow({ id, email, user_metadata }: Pick<User, 'id' | 'email' | 'user_metadata'>) {
  return { id, email: email ?? null, ...v.parse(Metadata, user_metadata) }
}

/** Writes the profile row of an account. A failure is logged and nothing else: it must not keep anybody from signing in. */
async function syncProfile(supabase: Supabase, user: User): Promise<void> {
  // Until its second step is taken a session may write nothing; then it is another session, which comes here as well.
  if (await lacksSecondFactor(supabase)) return
  const { error } = await supabase.from('users').upsert(toProfileRow(user))
  // biome-ignore lint/suspicious/noConsole: the contract asks for this line in the console, in browsers too
  if (error) console.error('Error syncing user profile', error.message)
}

/** The same for whoever has just signed in through this client. For the server, where no page listens. */
export async function syncOwnProfile(supabase: Supabase): Promise<void> {
  const { data } = await supabase.auth.getSession()
  if (data.session) await syncProfile(supabase, data.session.user)
}

/**
 * Writes the profile row whenever the session of this tab changes: first load, sign-in, refreshed token, changed user. A session
 * that was written before, also before a reload of the tab, is not written again. Screens hear of each change. Browser only.
 */
export function followSession(supabase: Supabase): void {
  let writing = Promise.resolve()
  // Not awaited inside the callback: the client holds its lock until it returns. In turn, so that an older row never lands last.
  supabase.auth.onAuthStateChange((_event, session) => {
    userState.takeSession(session)
    if (!session) forgetSession()
    if (!session || !hasNewSession(document.cookie)) return
    keepSession(document.cookie)
    writing = writing.then(() => syncProfile(supabase, session.user))
  })
}

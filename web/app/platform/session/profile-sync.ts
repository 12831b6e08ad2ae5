import type { User } from '@supabase/supabase-js'
import * as v from 'valibot'
import type { Supabase } from '#app/lib/supabase.ts'
import { setFirstTimeZone } from './first-time-zone.ts'
import { clearSyncedSession, hasNewSession, setSyncedSession } from './synced-session.ts'
import { lacksSecondFactor } from './two-factor.ts'
import { userState } from './user-state.ts'
import { toSessionViewer } from './viewer.ts'

const Text = v.fallback(v.nullish(v.string(), null), null)
const Metadata = v.fallback(v.object({ avatar_url: Text, username: Text, name: Text, surname: Text }), {
  avatar_url: null,
  username: null,
  name: null,
  surname: null,
})

type Profile = Pick<User, 'id' | 'email' | 'user_metadata'>

/** Builds the row of table `users` from an account's metadata. Missing fields become null. */
export function toProfileRow({ id, email, user_metadata }: Profile) {
  return { id, email: email ?? null, ...v.parse(Metadata, user_metadata) }
}

/**
 * Writes the profile row of an account. A failure is only logged, because it must not prevent the sign-in. Returns true
 * if the row was written.
 */
async function syncProfile(supabase: Supabase, user: Profile): Promise<boolean> {
  // A session that still needs two-factor authentication may not write. The session that follows it triggers another
  // write.
  if (await lacksSecondFactor(supabase)) return false
  const { error } = await supabase.from('users').upsert(toProfileRow(user))
  // biome-ignore lint/suspicious/noConsole: the contract asks for this line in the console, in browsers too
  if (error) console.error('Error syncing user profile', error.message)
  return !error
}

/**
 * Writes the profile row of the account that has just signed in through this client. For the server, where no page
 * listens to session events.
 */
export async function syncOwnProfile(supabase: Supabase): Promise<void> {
  // The verified claims, because the user object of a session comes from the cookie.
  const { data } = await supabase.auth.getClaims()
  if (!data) return
  const { sub: id, email, user_metadata = {} } = data.claims
  await syncProfile(supabase, { id, user_metadata, ...(email ? { email } : {}) })
}

/**
 * Writes the profile row whenever the session of this tab changes: initial load, sign-in, token refresh, user update.
 * It skips sessions that were written before, even before a reload, and notifies screens of each change. A sign-in also
 * saves the browser's time zone for members without one. Browser only.
 */
export function followSession(supabase: Supabase): void {
  let writing = Promise.resolve()
  // Not awaited inside the callback, because the client holds its lock until the callback returns. Writes run one after
  // the other, so that an older row never lands last.
  supabase.auth.onAuthStateChange((event, session) => {
    userState.applySession(session, toSessionViewer(session))
    if (!session) clearSyncedSession()
    if (!session || !hasNewSession(document.cookie)) return
    setSyncedSession(document.cookie)
    const isSignIn = event === 'SIGNED_IN' || event === 'INITIAL_SESSION'
    writing = writing.then(async () => {
      const isWritten = await syncProfile(supabase, session.user)
      if (isWritten && isSignIn) await setFirstTimeZone(supabase, session.user.id)
    })
  })
}

import * as v from 'valibot'
import { rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { fail, type SettingsAction, succeed } from '../action-result.ts'

const SessionForm = v.object({ session: v.pipe(v.string(), v.uuid()) })

const ENDED_HERE = 'session_ended'

/** Signs out one other session. */
export const endSession: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(SessionForm, form)
  if (!parsed.accepted) return fail(rejectForm('That device is already signed out.', form))
  const { error } = await supabase.rpc('delete_session', { session_id: parsed.value.session })
  if (error?.hint === ENDED_HERE) return { kind: 'sign-in' }
  if (error)
    return fail(
      rejectForm(
        'We could not reach the server, and that device is still signed in. Please try again in a moment.',
        form,
      ),
    )
  return succeed('Signed out. That device has to sign in again.')
}

/** Signs out every other session. */
export const signOutElsewhere: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.rpc('delete_other_sessions')
  if (error?.hint === ENDED_HERE) return { kind: 'sign-in' }
  if (error)
    return fail(
      rejectForm(
        'We could not reach the server, and the other devices are still signed in. Please try again in a moment.',
        form,
      ),
    )
  return succeed(data === 0 ? 'You were not signed in anywhere else.' : 'Every other device has to sign in again.')
}

import * as v from 'valibot'
import { parseForm, rejectForm } from '#app/lib/form-result.ts'
import { fail, type SettingsAction, succeed } from '../action-result.ts'

const SessionForm = v.object({ session: v.pipe(v.string(), v.uuid()) })

const ENDED_HERE = 'session_ended'

/** Signs out of one session that the member has elsewhere. */
export const endSession: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(SessionForm, form)
  if (!parsed.accepted) return fail(rejectForm('That session is not there any more.', form))
  const { error } = await supabase.rpc('delete_session', { session_id: parsed.value.session })
  if (error?.hint === ENDED_HERE) return { kind: 'sign-in' }
  if (error) return fail(rejectForm('That did not reach us: it is still signed in. Try again in a moment.', form))
  return succeed('Ended. That device has to sign in again.')
}

/** Signs out everywhere but here. */
export const signOutElsewhere: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.rpc('delete_other_sessions')
  if (error?.hint === ENDED_HERE) return { kind: 'sign-in' }
  if (error)
    return fail(
      rejectForm('That did not reach us: the other devices are still signed in. Try again in a moment.', form),
    )
  return succeed(data === 0 ? 'You were signed in nowhere else.' : 'Every other device has to sign in again.')
}

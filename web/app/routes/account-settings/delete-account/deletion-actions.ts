import * as v from 'valibot'
import { findUnconfirmed } from '#app/lib/confirmed-form.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { fail, type SettingsAction, succeed } from '../action-result.ts'

const DeletionForm = v.object({ content: v.picklist(['keep', 'remove'], 'Please choose one of the two.') })

const UNREACHED = 'We could not reach the server. Nothing has changed. Please try again in a moment.'

/** Requests the deletion of the account. Requires a recent sign-in. */
export const requestDeletion: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(DeletionForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const unconfirmed = findUnconfirmed(form, 'Nothing has changed.')
  if (unconfirmed) return fail(unconfirmed)
  const { error } = await supabase.rpc('request_account_deletion', { keep_content: parsed.value.content === 'keep' })
  if (!error) return succeed('Deletion scheduled.')
  if (error.hint === 'second_factor_needed') return { kind: 'two-factor-required' }
  if (error.hint === 'session_ended') return { kind: 'sign-in' }
  if (error.hint === 'recent_sign_in_needed')
    return fail(rejectForm(SIGN_IN_AGAIN, form), { content: parsed.value.content })
  return fail(rejectForm(error.code === 'PT409' ? error.message : UNREACHED, form))
}

const SIGN_IN_AGAIN = 'For your security, please sign in again before you delete your account.'

/** Cancels a requested deletion. */
export const cancelDeletion: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.rpc('cancel_account_deletion')
  if (error?.hint === 'session_ended') return { kind: 'sign-in' }
  if (error) return fail(rejectForm(UNREACHED, form))
  return data
    ? succeed('Your account will not be deleted.')
    : fail(rejectForm('It is too late: the deletion has already started.', form))
}

/** Signs this session out and redirects to the sign-in page, which returns here. */
export const signInAgain: SettingsAction = async (supabase) => {
  await supabase.auth.signOut({ scope: 'local' })
  return { kind: 'sign-in' }
}

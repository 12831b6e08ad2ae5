import * as v from 'valibot'
import { describeDeviceError } from '#app/features/account/sign-in/methods/describe-device-error.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { fail, failGone, failWith, type SettingsAction, succeed } from '../action-result.ts'

const PasskeyForm = v.object({ passkey: v.pipe(v.string(), v.uuid()) })

const RenameForm = v.object({
  ...PasskeyForm.entries,
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Please enter a name.'),
    v.maxLength(120, 'Please use at most 120 characters.'),
  ),
})

const GONE = 'That passkey no longer exists.'

/** Creates a passkey on this device. Runs in browsers only. */
export const addPasskey: SettingsAction = async (supabase, form) => {
  const { error } = await supabase.auth.registerPasskey()
  if (error?.code === 'insufficient_aal') return { kind: 'two-factor-required' }
  return error
    ? fail(rejectForm(describeDeviceError(error), form))
    : succeed('Added. You can sign in with it without a password.')
}

export const renamePasskey: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(RenameForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { passkey: passkeyId, name: friendlyName } = parsed.value
  const { error } = await supabase.auth.passkey.update({ passkeyId, friendlyName })
  if (error?.status === 404) return failGone(GONE, form)
  return error ? failWith(error, form) : succeed('Renamed.')
}

export const removePasskey: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(PasskeyForm, form)
  if (!parsed.accepted) return failGone(GONE, form)
  const { error } = await supabase.auth.passkey.delete({ passkeyId: parsed.value.passkey })
  if (error?.status === 404) return failGone(GONE, form)
  return error ? failWith(error, form) : succeed('Removed. You can delete it on your device too.')
}

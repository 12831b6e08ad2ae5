import * as v from 'valibot'
import { readPhone } from '#app/features/account/sign-in/sign-in-name.ts'
import { CodeText } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { fail, failWith, type SettingsAction, succeed } from '../action-result.ts'
import { NOT_CANCELLED } from './email-actions.ts'

const PhoneForm = v.object({
  phone: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Please enter a number.'),
    v.maxLength(40, 'This number is too long.'),
  ),
})

const CodeForm = v.object({ phone: v.pipe(v.string(), v.nonEmpty()), code: CodeText })

const WRONG_CODE = 'This code is wrong or has expired. Use the code from the newest message, or have it sent again.'

/** Requests a new number, which receives a code by text message. */
export const changePhone: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(PhoneForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { name, error: mistake } = await readPhone(parsed.value.phone)
  if (!name) return fail(rejectField('phone', mistake, form))
  const { data, error } = await supabase.auth.updateUser(name)
  if (error) return failWith(error, form, 'phone')
  return succeed(data.user.new_phone ? 'Check your phone.' : 'Changed. You can sign in with it from now on.')
}

/** Confirms the number with the code from the text message. */
export const confirmPhone: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(CodeForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { phone, code: token } = parsed.value
  const { error } = await supabase.auth.verifyOtp({ phone, token, type: 'phone_change' })
  if (error?.code === 'otp_expired') return fail(rejectField('code', WRONG_CODE, form))
  return error ? failWith(error, form, 'code') : succeed('Changed. You can sign in with it from now on.')
}

/** Resends the code of a pending change by requesting the same change again. */
export const resendPhone: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.auth.getUser()
  if (error) return failWith(error, form)
  const phone = data.user.new_phone
  if (!phone) return succeed('There is no pending change.')
  const { error: authError } = await supabase.auth.updateUser({ phone })
  return authError ? failWith(authError, form) : succeed('Sent again. Only the newest code is valid.')
}

/** Cancels a pending change by requesting the current number, or none. */
export const cancelPhone: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.auth.getUser()
  if (error) return failWith(error, form)
  const { data: kept, error: authError } = await supabase.auth.updateUser({ phone: data.user.phone ?? '' })
  if (authError) return failWith(authError, form)
  // Hosted projects ignore the current number.
  if (kept.user.new_phone) return fail(rejectForm(NOT_CANCELLED, form))
  return succeed(kept.user.phone ? 'Cancelled. Your number stays the same.' : 'Cancelled.')
}

/** Removes the number. It is a sign-in method, so it is unlinked like any other identity. */
export const removePhone: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.auth.getUserIdentities()
  if (error) return failWith(error, form)
  const identity = data.identities.find(({ provider }) => provider === 'phone')
  if (!identity) return fail(rejectForm('You have no phone number to remove.', form))
  const { error: authError } = await supabase.auth.unlinkIdentity(identity)
  if (authError) return failWith(authError, form)
  await supabase.auth.refreshSession()
  return succeed('Removed. You can no longer sign in with that number.')
}

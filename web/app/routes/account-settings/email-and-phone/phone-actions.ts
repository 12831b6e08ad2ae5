import * as v from 'valibot'
import { readPhone } from '#app/features/account/sign-in/sign-in-name.ts'
import { CodeText } from '#app/features/account/sign-in/sign-in-schema.ts'
import { parseForm, rejectField, rejectForm } from '#app/lib/form-result.ts'
import { fail, failWith, type SettingsAction, succeed } from '../action-result.ts'

const PhoneForm = v.object({
  phone: v.pipe(v.string(), v.trim(), v.nonEmpty('Please give a number.'), v.maxLength(40, 'This is too long.')),
})

const CodeForm = v.object({ phone: v.pipe(v.string(), v.nonEmpty()), code: CodeText })

const WRONG_CODE = 'This code is not right, or it is too old. Look for the newest message, or have it sent again.'

/** Asks for another number; a code is texted to it. */
export const changePhone: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(PhoneForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { name, error: mistake } = await readPhone(parsed.value.phone)
  if (!name) return fail(rejectField('phone', mistake, form))
  const { data, error } = await supabase.auth.updateUser(name)
  if (error) return failWith(error, form, 'phone')
  return succeed(data.user.new_phone ? 'Check your phone.' : 'Changed. You can sign in with it from now on.')
}

/** Confirms the number by the code that was texted to it. */
export const confirmPhone: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(CodeForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { phone, code: token } = parsed.value
  const { error } = await supabase.auth.verifyOtp({ phone, token, type: 'phone_change' })
  if (error?.code === 'otp_expired') return fail(rejectField('code', WRONG_CODE, form))
  return error ? failWith(error, form, 'code') : succeed('Changed. You can sign in with it from now on.')
}

/** Texts the code of a change that waits once more: asking for the same change does. */
export const resendPhone: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.auth.getUser()
  if (error) return failWith(error, form)
  const phone = data.user.new_phone
  if (!phone) return succeed('Nothing waits for a code any more.')
  const { error: refusal } = await supabase.auth.updateUser({ phone })
  return refusal ? failWith(refusal, form) : succeed('Sent again. The newest code is the one that counts.')
}

/** Takes the number away. It is one of the ways in, so it goes as those do. */
export const removePhone: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.auth.getUserIdentities()
  if (error) return failWith(error, form)
  const identity = data.identities.find(({ provider }) => provider === 'phone')
  if (!identity) return fail(rejectForm('There is no number to take away.', form))
  const { error: refusal } = await supabase.auth.unlinkIdentity(identity)
  if (refusal) return failWith(refusal, form)
  await supabase.auth.refreshSession()
  return succeed('Removed. You cannot sign in with that number any more.')
}

import * as v from 'valibot'
import { CodeText, NewPassword } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { type ActionResult, continueWith, fail, failWith, type SettingsAction, succeed } from '../action-result.ts'

/**
 * Both new passwords must match. The current password and an emailed code are included when the service requires them.
 */
const PasswordForm = v.pipe(
  v.object({
    password: NewPassword,
    repeated_password: v.string(),
    current_password: v.optional(v.pipe(v.string(), v.nonEmpty('Please enter your current password.'))),
    nonce: v.optional(CodeText),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeated_password']],
      ({ password, repeated_password }) => password === repeated_password,
      'The two passwords do not match. Please type them again.',
    ),
    ['repeated_password'],
  ),
)

/** Changes the password, or sets the first one. */
export const changePassword: SettingsAction = async (supabase, form) => {
  const begun = listAsked(form)
  const parsed = parseForm(PasswordForm, form)
  if (!parsed.accepted) return fail(parsed.rejection, begun)
  const { repeated_password, ...attributes } = parsed.value
  const { error } = await supabase.auth.updateUser(attributes)
  if (!error) return succeed(CHANGED)
  switch (error.code) {
    case 'reauthentication_needed':
      return requestNonce(supabase, form, begun)
    case 'reauthentication_not_valid':
      return failWith(error, form, 'nonce', begun)
    case 'current_password_required':
    case 'current_password_invalid':
      return failWith(error, form, 'current_password', { ...begun, current_password: 'asked' })
    case 'weak_password':
    case 'same_password':
      return failWith(error, form, 'password', begun)
    default:
      return failWith(error, form, undefined, begun)
  }
}

/** Sends the code again. What was typed stays in the page. */
export const resendNonce: SettingsAction = async (supabase, form) => requestNonce(supabase, form, listAsked(form))

const CHANGED = 'Saved. Other devices have to sign in again with the new password.'

/** Returns the additional fields that the service has required so far. */
function listAsked(form: FormData): Record<string, string> {
  return Object.fromEntries(
    ['current_password', 'nonce'].filter((name) => form.has(name)).map((name) => [name, 'asked']),
  )
}

/** Sends a code to the member and asks for it. If one was sent within the last minute, asks for that code. */
async function requestNonce(supabase: Supabase, form: FormData, begun: Record<string, string>): Promise<ActionResult> {
  const { error } = await supabase.auth.reauthenticate()
  const requested = { ...begun, nonce: 'asked' }
  if (!error) return continueWith(requested)
  const wasJustSent = error.code === 'over_email_send_rate_limit' || error.code === 'over_sms_send_rate_limit'
  if (wasJustSent) return fail(rejectField('nonce', 'Please enter the code that we have just sent.', form), requested)
  if (error.code === 'validation_failed') return fail(rejectForm(NOWHERE_TO_SEND, form), begun)
  return failWith(error, form, undefined, begun)
}

const NOWHERE_TO_SEND =
  'We need to confirm this with a code, but have nowhere to send it. Please add an email address or a phone number first.'

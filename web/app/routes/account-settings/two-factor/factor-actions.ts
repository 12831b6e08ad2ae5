import * as v from 'valibot'
import { describeDeviceError } from '#app/features/account/sign-in/methods/describe-device-error.ts'
import { readPhone } from '#app/features/account/sign-in/sign-in-name.ts'
import { CodeText, FactorForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import {
  type ActionResult,
  continueWith,
  fail,
  failGone,
  failWith,
  type SettingsAction,
  succeed,
} from '../action-result.ts'

const FactorName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Please enter a name.'),
  v.maxLength(60, 'Please use at most 60 characters.'),
)

const NameForm = v.object({ name: FactorName })

const PhoneForm = v.object({ name: FactorName, phone: v.pipe(v.string(), v.nonEmpty('Please enter a number.')) })

const ConfirmForm = v.object({
  ...FactorForm.entries,
  challengeId: v.optional(v.pipe(v.string(), v.uuid())),
  code: CodeText,
})

/** Fields that the confirmation form sends along, so that it can be shown again after a wrong code. */
const BEGUN_FIELDS = ['factorId', 'challengeId', 'qrCode', 'secret', 'uri', 'phone', 'name']

/** Starts to add an authenticator app. The next form shows its QR code and asks for a code. */
export const addTotp: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(NameForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { name } = parsed.value
  await removeLeftovers(supabase, name)
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) return failWith(error, form, error.code === 'mfa_factor_name_conflict' ? 'name' : undefined)
  const { qr_code: qrCode, secret, uri } = data.totp
  return continueWith({ factorId: data.id, qrCode: toImage(qrCode), secret, uri, name })
}

/** Encodes the SVG. The client leaves `#` as it is, which would start the fragment of a data URL. */
function toImage(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.slice(qrCode.indexOf('<')))}`
}

/** Starts to add a phone. The next form asks for the code from the text message. */
export const addPhoneFactor: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(PhoneForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { name } = parsed.value
  const { name: number, error: mistake } = await readPhone(parsed.value.phone)
  if (!number || !('phone' in number)) return fail(rejectField('phone', mistake ?? '', form))
  await removeLeftovers(supabase, name)
  const { phone } = number
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'phone', friendlyName: name, phone })
  if (error) return failWith(error, form, error.code === 'mfa_factor_name_conflict' ? 'name' : undefined)
  const { data: challenge, error: authError } = await supabase.auth.mfa.challenge({ factorId: data.id })
  if (authError) return failWith(authError, form)
  return continueWith({ factorId: data.id, challengeId: challenge.id, phone, name })
}

/**
 * Accepts every kind of authenticator. By default the client asks for security keys only. An empty attachment restricts
 * nothing (WebAuthn level 3, 5.4.4), while leaving it out keeps the client's default.
 */
const ANY_KEY: Parameters<Supabase['auth']['mfa']['webauthn']['register']>[1] = {
  hints: [],
  authenticatorSelection: { authenticatorAttachment: '' as AuthenticatorAttachment },
  attestation: 'none',
}

/** Adds a security key or this device. Runs in browsers only. */
export const addKey: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(NameForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { name: friendlyName } = parsed.value
  await removeLeftovers(supabase, friendlyName)
  const wasFirst = !(await hasVerifiedFactor(supabase))
  const { error } = await supabase.auth.mfa.webauthn.register({ friendlyName }, ANY_KEY)
  if (!error) return welcomeFactor(supabase, wasFirst)
  if ('code' in error && error.code === 'insufficient_aal') return { kind: 'two-factor-required' }
  return fail(rejectForm(describeDeviceError(error), form))
}

/** Sends another code to a new phone. If that fails, the last code stays valid. */
export const resendFactorCode: SettingsAction = async (supabase, form) => {
  const begun = listBegunFields(form)
  const parsed = parseForm(FactorForm, form)
  if (!parsed.accepted) return fail(rejectForm(TOOK_TOO_LONG, form))
  const { data, error } = await supabase.auth.mfa.challenge({ factorId: parsed.value.factorId })
  return error ? failWith(error, form, undefined, begun) : continueWith({ ...begun, challengeId: data.id })
}

/** Confirms a new factor with the code of the app or of the text message. */
export const confirmFactor: SettingsAction = async (supabase, form) => {
  const begun = listBegunFields(form)
  const parsed = parseForm(ConfirmForm, form)
  if (!parsed.accepted) return fail(parsed.rejection, begun)
  const { factorId, challengeId, code } = parsed.value
  const wasFirst = !(await hasVerifiedFactor(supabase))
  const { error } = challengeId
    ? await supabase.auth.mfa.verify({ factorId, challengeId, code })
    : await supabase.auth.mfa.challengeAndVerify({ factorId, code })
  if (!error) return welcomeFactor(supabase, wasFirst)
  // The service deletes new factors that are not confirmed within some minutes.
  const isGone = error.code === 'mfa_factor_not_found' && error.status === 404
  return isGone ? fail(rejectField('code', TOOK_TOO_LONG, form), begun) : failWith(error, form, 'code', begun)
}

const TOOK_TOO_LONG = 'That took too long. Cancel, then add it again.'

/** Ends the other sessions after the first factor was added, because they were started without it. */
async function welcomeFactor(supabase: Supabase, wasFirst: boolean): Promise<ActionResult> {
  if (!wasFirst) return succeed('Added. You can use any of your two-factor methods to sign in.')
  const { error } = await supabase.rpc('delete_other_sessions')
  return succeed(
    error
      ? 'Added. You need it the next time you sign in. We could not sign out your other devices, so please do that under “Where you are signed in”.'
      : 'Added. You need it the next time you sign in. Every other device has to sign in again.',
  )
}

const ALREADY_REMOVED = 'This two-factor method was already removed.'

/** Removes a factor. */
export const removeFactor: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(FactorForm, form)
  if (!parsed.accepted) return failGone(ALREADY_REMOVED, form)
  const { error } = await supabase.auth.mfa.unenroll({ factorId: parsed.value.factorId })
  if (error?.status === 404) return failGone(ALREADY_REMOVED, form)
  if (error) return failWith(error, form)
  // The session may have been verified with it.
  await supabase.auth.refreshSession()
  return succeed('Removed. You no longer need it to sign in.')
}

async function hasVerifiedFactor(supabase: Supabase): Promise<boolean> {
  const { data } = await supabase.auth.mfa.listFactors()
  return data?.all.some(({ status }) => status === 'verified') ?? false
}

/** Removes unverified factors of the same name, which would block a new attempt. */
async function removeLeftovers(supabase: Supabase, name: string): Promise<void> {
  const { data } = await supabase.auth.mfa.listFactors()
  const left = data?.all.filter((factor) => factor.status === 'unverified' && factor.friendly_name === name) ?? []
  for (const { id } of left) await supabase.auth.mfa.unenroll({ factorId: id })
}

function listBegunFields(form: FormData): Record<string, string> {
  return Object.fromEntries(BEGUN_FIELDS.flatMap((name) => (form.has(name) ? [[name, String(form.get(name))]] : [])))
}

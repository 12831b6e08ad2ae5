import type { PostgrestError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { type ActionResult, continueWith, fail, failGone, type SettingsAction, succeed } from '../action-result.ts'
import { tokenLifetimes, tokenScopes } from './token-data.ts'

const TokenForm = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Give it a name that tells you later what uses it.'),
    v.maxLength(60, 'Use at most 60 characters.'),
  ),
  scope: v.picklist(tokenScopes, 'Choose what the token may do.'),
  days: v.pipe(v.string(), v.transform(Number), v.picklist(tokenLifetimes, 'Choose an expiry.')),
})
const RevokeForm = v.object({ token: v.pipe(v.string(), v.uuid()) })
const CreatedToken = v.object({ name: v.string(), token: v.string(), expires_at: v.string() })

const UNREACHED = 'We could not reach the server. Nothing has changed. Please try again in a moment.'

/** Creates a personal access token. The response contains it, once. */
export const createToken: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(TokenForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { data, error } = await supabase.rpc('create_personal_token', parsed.value)
  if (error) return failWithData(error, form)
  const { name, token, expires_at: expiresAt } = v.parse(CreatedToken, data)
  return continueWith({ name, token, expiresAt })
}

/** Revokes a personal access token. */
export const revokeToken: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(RevokeForm, form)
  if (!parsed.accepted) return failGone('That token has already been revoked.', form)
  const { data, error } = await supabase.rpc('revoke_personal_token', { id: parsed.value.token })
  if (error) return failWithData(error, form)
  return data
    ? succeed('Revoked. Programs that use it are locked out.')
    : failGone('That token has already been revoked.', form)
}

function failWithData({ hint, code, message }: PostgrestError, form: FormData): ActionResult {
  if (hint === 'second_factor_needed') return { kind: 'two-factor-required' }
  if (hint === 'session_ended') return { kind: 'sign-in' }
  return fail(rejectForm(code.startsWith('PT4') ? message : UNREACHED, form))
}

import type { AuthError } from '@supabase/supabase-js'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { type FormRejection, rejectField, rejectForm } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** The response to a settings form: a success message, or the errors. */
export interface SettingsResponse {
  intent: string
  rejection: FormRejection | undefined
  done: string | undefined
  /** The step to stay on because its form was rejected or needs more input. Undefined returns to the section. */
  step?: string | undefined
  /** Fields that the next form of a step in progress sends along. */
  begun?: Record<string, string> | undefined
  /** True if the page shows an item that no longer exists, so that it loads its data again. */
  isStale?: boolean | undefined
}

type Outcome = Pick<SettingsResponse, 'rejection' | 'done' | 'begun' | 'isStale'>

/** The outcome of a form: a response, a redirect to another site, or a demand for more proof of identity. */
export type ActionResult =
  | { kind: 'response'; response: Outcome }
  | { kind: 'leave'; url: string }
  | { kind: 'two-factor-required' }
  | { kind: 'sign-in' }

/** Runs one form, with the server's client or the browser's. Links in emails lead back to `siteUrl`. */
export type SettingsAction = (supabase: Supabase, form: FormData, siteUrl: string) => Promise<ActionResult>

export function succeed(done: string): ActionResult {
  return { kind: 'response', response: { rejection: undefined, done } }
}

/** Rejects the form. `begun` holds what earlier forms of the step have started. */
export function fail(rejection: FormRejection, begun?: Record<string, string>): ActionResult {
  return { kind: 'response', response: { rejection, done: undefined, begun } }
}

/** Rejects a form whose item no longer exists. */
export function failGone(message: string, form: FormData): ActionResult {
  return { kind: 'response', response: { rejection: rejectForm(message, form), done: undefined, isStale: true } }
}

/** Accepts the form and continues with the next form of its step. */
export function continueWith(begun: Record<string, string>): ActionResult {
  return { kind: 'response', response: { rejection: undefined, done: undefined, begun } }
}

/** Converts an error of the auth service to a result. The message appears at `field` if it concerns one. */
export function failWith(
  error: AuthError,
  form: FormData,
  field?: string,
  begun?: Record<string, string>,
): ActionResult {
  if (error.code === 'insufficient_aal') return { kind: 'two-factor-required' }
  // The session was ended elsewhere.
  if (error.name === 'AuthSessionMissingError') return { kind: 'sign-in' }
  const sentence = describeAuthError(error)
  return fail(field ? rejectField(field, sentence, form) : rejectForm(sentence, form), begun)
}

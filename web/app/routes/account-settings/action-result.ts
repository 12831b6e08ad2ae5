import type { AuthError } from '@supabase/supabase-js'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { type FormRejection, rejectField, rejectForm } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** What a form of the settings answers: a sentence when it went well, else what was wrong. */
export interface SettingsReply {
  intent: string
  rejection: FormRejection | undefined
  done: string | undefined
  /** The step of the part to stay at, because its form was refused or asks for more. Undefined leads back to the part. */
  step?: string | undefined
  /** What the next form of a step that has begun sends along. */
  begun?: Record<string, string> | undefined
}

type Outcome = Pick<SettingsReply, 'rejection' | 'done' | 'begun'>

/** How a form ends: with something to say, at another site, or at the door because it needs more proof. */
export type ActionResult =
  | { kind: 'reply'; reply: Outcome }
  | { kind: 'leave'; url: string }
  | { kind: 'second-step' }
  | { kind: 'sign-in' }

/** One form: run by the server's client or by the browser's. Links in mails lead back to `siteUrl`. */
export type SettingsAction = (supabase: Supabase, form: FormData, siteUrl: string) => Promise<ActionResult>

export function succeed(done: string): ActionResult {
  return { kind: 'reply', reply: { rejection: undefined, done } }
}

/** The form was refused; `begun` is what its step has begun before. */
export function fail(rejection: FormRejection, begun?: Record<string, string>): ActionResult {
  return { kind: 'reply', reply: { rejection, done: undefined, begun } }
}

/** The form was right, and its step goes on. */
export function continueWith(begun: Record<string, string>): ActionResult {
  return { kind: 'reply', reply: { rejection: undefined, done: undefined, begun } }
}

/** What an error of the accounts service leads to. Said beside `field` when it is about one. */
export function failWith(
  error: AuthError,
  form: FormData,
  field?: string,
  begun?: Record<string, string>,
): ActionResult {
  if (error.code === 'insufficient_aal') return { kind: 'second-step' }
  // The session was ended elsewhere.
  if (error.name === 'AuthSessionMissingError') return { kind: 'sign-in' }
  const sentence = describeAuthError(error)
  return fail(field ? rejectField(field, sentence, form) : rejectForm(sentence, form), begun)
}

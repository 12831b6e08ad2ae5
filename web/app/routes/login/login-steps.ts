import { href } from 'react-router'
import * as v from 'valibot'
import { describeAuthError } from '#app/features/account/auth-messages.ts'
import { ForgottenPasswordForm, NewPasswordForm, SignInForm } from '#app/features/account/sign-in-schema.ts'
import { type FormRejection, parseForm, rejectForm } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** Which form of the screen was sent. */
const Intent = v.fallback(v.picklist(['password', 'forgotten', 'new-password']), 'password')

/** What a step answers that does not end in a session. */
export interface LoginReply {
  rejection: FormRejection | undefined
  /** The address that a mail is on its way to. */
  mailedTo: string | undefined
}

export type LoginStep = { done: true } | { done: false; reply: LoginReply }

const DONE: LoginStep = { done: true }

/** Runs one form of the login screen, by the server's client or by the browser's. Links in mails lead back to `siteUrl`. */
export async function runLoginStep(supabase: Supabase, form: FormData, siteUrl: string): Promise<LoginStep> {
  switch (v.parse(Intent, form.get('intent'))) {
    case 'password':
      return signIn(supabase, form)
    case 'forgotten':
      return sendPasswordMail(supabase, form, siteUrl)
    case 'new-password':
      return setPassword(supabase, form)
  }
}

async function signIn(supabase: Supabase, form: FormData): Promise<LoginStep> {
  const parsed = parseForm(SignInForm, form)
  if (!parsed.accepted) return reject(parsed.rejection)
  const { error } = await supabase.auth.signInWithPassword(parsed.value)
  return error ? reject(rejectForm(describeAuthError(error), form)) : DONE
}

async function sendPasswordMail(supabase: Supabase, form: FormData, siteUrl: string): Promise<LoginStep> {
  const parsed = parseForm(ForgottenPasswordForm, form)
  if (!parsed.accepted) return reject(parsed.rejection)
  const { email } = parsed.value
  const redirectTo = `${siteUrl}${href('/auth/login')}?step=new-password`
  const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo })
  if (error) return reject(rejectForm(describeAuthError(error), form))
  return { done: false, reply: { rejection: undefined, mailedTo: email } }
}

async function setPassword(supabase: Supabase, form: FormData): Promise<LoginStep> {
  const parsed = parseForm(NewPasswordForm, form)
  if (!parsed.accepted) return reject(parsed.rejection)
  const { error } = await supabase.auth.updateUser({ password: parsed.value.password })
  return error ? reject(rejectForm(describeAuthError(error), form)) : DONE
}

function reject(rejection: FormRejection): LoginStep {
  return { done: false, reply: { rejection, mailedTo: undefined } }
}

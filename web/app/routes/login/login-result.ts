import type { FormRejection } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** The response to a sign-in form that did not sign in. */
export interface LoginResponse {
  rejection: FormRejection | undefined
  /** The address or number that an email, text message or code was sent to. */
  sentTo: string | undefined
  /** The address or number that must be confirmed before the password is accepted. */
  unconfirmed: string | undefined
  /** The challenge that a second-factor code from a text message answers. */
  challengeId: string | undefined
  /** True if the service requires a proof of work, because this account has had many failed passwords. */
  lacksProofOfWork: boolean
}

/** The outcome of a sign-in form: signed in, redirected to another site, or a response. */
export type LoginResult =
  | { kind: 'signed-in'; lacksPassword?: boolean }
  /** `isEnded` means that the session was ended elsewhere. */
  | { kind: 'signed-out'; isEnded?: boolean }
  | { kind: 'leave'; url: string }
  | { kind: 'response'; response: LoginResponse }

/** Runs one form with the server's client or the browser's. Links in emails lead back to `siteUrl`. */
export type LoginAction = (supabase: Supabase, form: FormData, siteUrl: string) => Promise<LoginResult>

export const EMPTY_RESPONSE: LoginResponse = {
  rejection: undefined,
  sentTo: undefined,
  unconfirmed: undefined,
  challengeId: undefined,
  lacksProofOfWork: false,
}

export const SIGNED_IN: LoginResult = { kind: 'signed-in' }

export function respondWith(response: Partial<LoginResponse>): LoginResult {
  return { kind: 'response', response: { ...EMPTY_RESPONSE, ...response } }
}

import type { FormRejection } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** What a form of the login screen says when it has not signed in. */
export interface LoginReply {
  rejection: FormRejection | undefined
  /** The address or number that a mail, a text message or a code is on its way to. */
  sentTo: string | undefined
  /** The challenge of the second factor that a sent code answers. */
  challengeId: string | undefined
}

/** How a form of the login screen ends: signed in, sent to another site, or with something to say. */
export type LoginResult =
  | { kind: 'signed-in'; lacksPassword?: boolean }
  | { kind: 'signed-out' }
  | { kind: 'leave'; url: string }
  | { kind: 'reply'; reply: LoginReply }

/** One form: sent by the server's client or by the browser's. Links in mails lead back to `siteUrl`. */
export type LoginAction = (supabase: Supabase, form: FormData, siteUrl: string) => Promise<LoginResult>

export const EMPTY_REPLY: LoginReply = { rejection: undefined, sentTo: undefined, challengeId: undefined }

export const SIGNED_IN: LoginResult = { kind: 'signed-in' }

export function replyWith(reply: Partial<LoginReply>): LoginResult {
  return { kind: 'reply', reply: { ...EMPTY_REPLY, ...reply } }
}

import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'

/** The format of tokens from `private.insert_invitation` and `private.invite_to_list`. */
const TOKEN = /[a-z2-9]{26}/

const Invitation = v.variant('state', [
  v.object({ state: v.picklist(['used', 'expired', 'revoked', 'unknown', 'members-only', 'setup']) }),
  v.object({
    state: v.literal('valid'),
    expires_at: v.string(),
    invited_by: v.nullable(MemberSummary),
    /** The title of the list, if it is an invitation to make one together. */
    list_title: v.nullable(v.string()),
  }),
])

export type Invitation = v.InferOutput<typeof Invitation>

/**
 * Returns the token of an invitation that was pasted as a link or code, or typed with spaces. Null for an empty text.
 */
export function readInvitationToken(text: string | null): string | null {
  // The database cannot store NUL.
  const compact = (text ?? '').replaceAll('\0', '').replace(/\s+/g, '')
  if (compact === '') return null
  return TOKEN.exec(compact)?.[0] ?? compact.slice(0, 64).toWellFormed()
}

/** Returns the state of an invitation. Throws DataError. */
export async function findInvitation(supabase: Supabase, token: string): Promise<Invitation> {
  return v.parse(Invitation, takeData(await supabase.rpc('find_invitation', { token })))
}

/** Makes the newly signed-up member the administrator if their link is for that. */
export async function claimSetup(supabase: Supabase, token: string | null): Promise<void> {
  if (token === null || (await findInvitation(supabase, token)).state !== 'setup') return
  findData(await supabase.rpc('claim_administrator', { token }))
  // The role is part of the token.
  await supabase.auth.refreshSession()
}

/** Returns the reason why an invitation is not accepted, as a sentence for its field. */
export const INVITATION_PROBLEMS: Record<Exclude<Invitation['state'], 'valid' | 'setup'>, string> = {
  used: 'This invitation has been used. Ask for a new one.',
  expired: 'This invitation has expired. Ask for a new one.',
  revoked: 'This invitation is no longer valid. Ask for a new one.',
  'members-only': 'This invitation to a list is for members. Ask for an invitation to the site first.',
  unknown: 'We could not find this invitation. Check that the link is complete.',
}

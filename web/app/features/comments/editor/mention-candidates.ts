import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { takeData } from '#app/lib/supabase.ts'
import type { CommentTarget } from '../comment-commands.ts'

/** A member that a comment may mention, and why they are suggested. */
export const MentionCandidate = v.object({
  ...MemberSummary.entries,
  username: v.string(),
  relation: v.picklist(['conversation', 'follow', 'other']),
})

export type MentionCandidate = v.InferOutput<typeof MentionCandidate>

/** Returns up to eight members whose username starts with `prefix`. For the browser of a signed-in member. */
export async function listMentionCandidates(prefix: string, target: CommentTarget): Promise<MentionCandidate[]> {
  const { getBrowserClient } = await import('#app/platform/session/browser-client.ts')
  const supabase = await getBrowserClient()
  return v.parse(
    v.array(MentionCandidate),
    takeData(await supabase.rpc('list_mention_candidates', { prefix, ...target })),
  )
}

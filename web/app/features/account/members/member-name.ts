import type { MemberSummary } from './member-summary.ts'

/** The display name of a member. Deleted accounts leave their spots behind. */
export function nameMember(member: MemberSummary | null): string {
  return member?.username ?? member?.name ?? 'a former member'
}

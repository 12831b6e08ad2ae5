import type { MemberSummary } from './member-summary.ts'

/** The name to call a member by; accounts that are gone have left their spots behind. */
export function nameMember(member: MemberSummary | null): string {
  return member?.username ?? member?.name ?? 'a former member'
}

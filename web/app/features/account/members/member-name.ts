import type { MemberSummary } from './member-summary.ts'

/** Returns the display name of a member, or "a former member" for a deleted account, whose spots remain. */
export function getMemberName(member: MemberSummary | null): string {
  return member?.username ?? member?.name ?? 'a former member'
}

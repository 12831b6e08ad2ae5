import { href } from 'react-router'
import type { MemberSummary } from './member-summary.ts'

/** Returns the URL of a member's public profile, or undefined if there is none to show. */
export function findMemberUrl(member: MemberSummary | null): string | undefined {
  if (!member?.username || member.has_profile === false) return undefined
  return profileUrl(member.username)
}

/** Returns the URL of the profile of a username. */
export function profileUrl(username: string): string {
  return `${href('/explore')}?${new URLSearchParams({ by: username })}`
}

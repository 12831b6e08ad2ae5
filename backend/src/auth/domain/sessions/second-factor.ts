import type { UserRow } from '../../tables/user-row.ts'

export function hasVerifiedFactor({ factors }: UserRow): boolean {
  return factors.some(({ status }) => status === 'verified')
}

/** Returns true when the member has a verified factor but did not use one in this session. */
export function lacksSecondFactor(user: UserRow, session: { aal: string | null } | undefined): boolean {
  return hasVerifiedFactor(user) && session?.aal !== 'aal2'
}

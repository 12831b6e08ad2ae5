/** Access that should be denied. */
export interface Finding {
  /** What a caller can do, as a sentence. */
  problem: string
  /** What the operator can do about it. */
  remedy: string
}

/** The subject of a finding's sentence. */
export const CALLER_NAMES = { visitor: 'Anyone with the public key', member: 'Any new member' } as const

/** The database role of each caller. */
export const ROLES = { visitor: 'anon', member: 'authenticated' } as const

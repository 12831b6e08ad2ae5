/** Access that should be denied. */
export interface Finding {
  /** What a caller can do, as a sentence. */
  problem: string
  /** How the operator can fix it. */
  remedy: string
}

/** The subject of a finding's sentence. */
export const CALLER_NAMES = { visitor: 'Anyone with the public key', member: 'Any new member' } as const

/** The database role of each caller. */
export const ROLES = { visitor: 'anon', member: 'authenticated' } as const

/** Access that should be denied. */
export interface Finding {
  /** The capability of a caller, as a sentence. */
  problem: string
  /** The fix for the operator. */
  remedy: string
}

/** The subject of a finding's sentence. */
export const CALLER_NAMES = { visitor: 'Anyone with the public key', member: 'Any new member' } as const

/** The database role of each caller. */
export const ROLES = { visitor: 'anon', member: 'authenticated' } as const

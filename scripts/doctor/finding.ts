/** A door that is open and should not be. */
export interface Finding {
  /** What anybody can do, as a sentence. */
  door: string
  /** What the operator does about it. */
  remedy: string
}

/** The words for who knocks, at the beginning of a sentence. */
export const NAMES = { visitor: 'Anybody with the public key', member: 'Any new member' } as const

/** The database role behind them. */
export const ROLES = { visitor: 'anon', member: 'authenticated' } as const

import { createRateMeter, type RateMeter } from './rate-meter.ts'

/** Counts the joins of the last 60 seconds, in total and of each client address. */
export interface JoinMeter {
  /**
   * Returns true when the address may not join: the average is at the limit, and the address has used its share. Others
   * may still join, so that one client cannot keep them out.
   */
  exceeds(address: string, perSecond: number): boolean
  /** Counts a join. */
  add(address: string): void
  /** Forgets the addresses without a join in the last 60 seconds. */
  prune(): void
}

export function createJoinMeter(now?: () => number): JoinMeter {
  const total = createRateMeter(now)
  const byAddress = new Map<string, RateMeter>()
  return {
    exceeds: (address, perSecond) =>
      total.average() >= perSecond && (byAddress.get(address)?.exceeds(perSecond / byAddress.size / 2) ?? false),
    add: (address) => {
      const own = byAddress.get(address) ?? createRateMeter(now)
      byAddress.set(address, own)
      own.add()
      total.add()
    },
    prune: () => {
      for (const [address, own] of byAddress) if (own.sum() === 0) byAddress.delete(address)
    },
  }
}

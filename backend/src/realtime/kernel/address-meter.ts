import { createRateMeter, type RateMeter } from './rate-meter.ts'

/** Counts the events of the last 60 seconds, in total and of each client address. */
export interface AddressMeter {
  /**
   * Returns true when the address has to wait: the average is at the limit, and the address has used its share. Others
   * do not, so that one client cannot keep them out.
   */
  exceeds(address: string, perSecond: number): boolean
  /** Counts events, one by default. */
  add(address: string, count?: number): void
  /** Forgets the addresses without an event in the last 60 seconds. */
  prune(): void
}

/** Creates a meter. `total` may count events of other kinds as well. */
export function createAddressMeter(total: RateMeter = createRateMeter()): AddressMeter {
  const byAddress = new Map<string, RateMeter>()
  return {
    exceeds: (address, perSecond) =>
      total.average() >= perSecond && (byAddress.get(address)?.exceeds(perSecond / byAddress.size / 2) ?? false),
    add: (address, count) => {
      const own = byAddress.get(address) ?? createRateMeter()
      byAddress.set(address, own)
      own.add(count)
      total.add(count)
    },
    prune: () => {
      for (const [address, own] of byAddress) if (own.sum() === 0) byAddress.delete(address)
    },
  }
}

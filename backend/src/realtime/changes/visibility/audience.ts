import type { Subscriber } from '../change-feed.ts'
import type { Entry } from '../subscription-index.ts'
import type { Scope } from './scope.ts'

/** A subscriber with those of its entries that a change matches. */
export interface Recipient {
  subscriber: Subscriber
  scope: Scope
  entries: Entry[]
  ids: number[]
}

/** Recipients of equal records. */
export interface AudienceGroup {
  role: string
  select: ReadonlySet<string> | undefined
  recipients: Recipient[]
}

const audiences = new WeakMap<readonly Entry[], AudienceGroup[]>()

/**
 * Groups entries by the record that they receive. A subscriber with several entries receives the columns of the first.
 */
export function toAudience(entries: readonly Entry[]): AudienceGroup[] {
  const known = audiences.get(entries)
  if (known) return known
  const groups = new Map<string, AudienceGroup>()
  for (const [subscriber, own] of Map.groupBy(entries, (entry) => entry.subscriber)) {
    const [first] = own
    if (!first) continue
    const { scope, select, variant } = first
    const group = groups.get(variant) ?? { role: scope.role, select, recipients: [] }
    groups.set(variant, group)
    group.recipients.push({ subscriber, scope, entries: own, ids: own.map(({ id }) => id) })
  }
  const audience = [...groups.values()]
  audiences.set(entries, audience)
  return audience
}

/** The ids of the entries that are still active: a subscription may have ended in the meantime. */
export function listActiveIds({ entries, ids }: Recipient): number[] {
  if (entries.every(({ activation }) => activation.isActive)) return ids
  return entries.filter(({ activation }) => activation.isActive).map(({ id }) => id)
}

import type { Subscriber } from '../change-feed.ts'
import type { Entry } from '../subscription-index.ts'
import type { Scope } from './scope.ts'

/** A subscriber with those of its entries that a change matches and that receive equal columns. */
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

/** Groups entries by the record that they receive, and within a group by subscriber. */
export function toAudience(entries: readonly Entry[]): AudienceGroup[] {
  const known = audiences.get(entries)
  if (known) return known
  const audience = [...Map.groupBy(entries, ({ variant }) => variant).values()].flatMap(toGroup)
  audiences.set(entries, audience)
  return audience
}

function toGroup(entries: Entry[]): AudienceGroup[] {
  const [first] = entries
  if (!first) return []
  const recipients = [...Map.groupBy(entries, ({ subscriber }) => subscriber)].flatMap(toRecipient)
  return [{ role: first.scope.role, select: first.select, recipients }]
}

function toRecipient([subscriber, entries]: [Subscriber, Entry[]]): Recipient[] {
  const [first] = entries
  return first ? [{ subscriber, scope: first.scope, entries, ids: entries.map(({ id }) => id) }] : []
}

/** Returns the ids of the entries that are still active: a subscription may have ended in the meantime. */
export function listActiveIds({ entries, ids }: Recipient): number[] {
  if (entries.every(({ activation }) => activation.isActive)) return ids
  return entries.filter(({ activation }) => activation.isActive).map(({ id }) => id)
}

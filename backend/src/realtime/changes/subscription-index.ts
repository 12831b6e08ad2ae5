import type { Subscriber } from './change-feed.ts'
import type { Matcher, ReadValue } from './compile-filter.ts'
import type { EventName } from './parse-binding.ts'
import type { Scope } from './scope.ts'

/** One binding of a subscriber on one table. */
export interface Entry {
  subscriber: Subscriber
  id: number
  schema: string
  table: string
  events: readonly EventName[]
  matcher: Matcher
  scope: Scope
  select: ReadonlySet<string> | undefined
  /** Equal for entries that receive the same columns. */
  variant: string
  isActive: boolean
}

/** The entries of one table. Those with an equality are found by its value. */
export interface SubscriptionIndex {
  readonly size: number
  add(entry: Entry): void
  remove(entry: Entry): void
  /** Entries for the event whose conditions hold, as far as JavaScript decides them. */
  find(event: EventName, read: ReadValue): Entry[]
}

interface EventIndex {
  byValue: Map<string, Map<string, Set<Entry>>>
  others: Set<Entry>
}

export function createSubscriptionIndex(): SubscriptionIndex {
  const events: Record<EventName, EventIndex> = { INSERT: createEvent(), UPDATE: createEvent(), DELETE: createEvent() }
  const entries = new Set<Entry>()
  return {
    get size() {
      return entries.size
    },
    add: (entry) => {
      entries.add(entry)
      for (const event of entry.events) addEntry(events[event], entry)
    },
    remove: (entry) => {
      entries.delete(entry)
      for (const event of entry.events) removeEntry(events[event], entry)
    },
    find: (event, read) => {
      const { byValue, others } = events[event]
      const found = [...others].filter(({ matcher }) => matcher.matches(read))
      for (const [column, values] of byValue) {
        const value = read(column)
        const entriesOfValue = typeof value === 'string' ? values.get(value) : undefined
        for (const entry of entriesOfValue ?? []) if (entry.matcher.matches(read)) found.push(entry)
      }
      return found
    },
  }
}

const createEvent = (): EventIndex => ({ byValue: new Map(), others: new Set() })

function addEntry({ byValue, others }: EventIndex, entry: Entry): void {
  const { equality } = entry.matcher
  if (!equality) {
    others.add(entry)
    return
  }
  const values = byValue.get(equality.column) ?? new Map<string, Set<Entry>>()
  byValue.set(equality.column, values)
  const entries = values.get(equality.value) ?? new Set<Entry>()
  values.set(equality.value, entries)
  entries.add(entry)
}

function removeEntry({ byValue, others }: EventIndex, entry: Entry): void {
  const { equality } = entry.matcher
  if (!equality) {
    others.delete(entry)
    return
  }
  const values = byValue.get(equality.column)
  const entries = values?.get(equality.value)
  entries?.delete(entry)
  if (entries?.size === 0) values?.delete(equality.value)
  if (values?.size === 0) byValue.delete(equality.column)
}

import type { Subscriber } from './change-feed.ts'
import type { Matcher, ReadValue } from './filters/compile-filter.ts'
import type { EventName } from './filters/parse-binding.ts'
import type { Scope } from './visibility/scope.ts'

/**
 * The state that all entries of a subscription share, including those that replace them, as long as its token belongs
 * to the same viewer. A change that is being delivered while entries are replaced is not lost, and never reaches
 * another viewer.
 */
export interface Activation {
  /** The key of the viewer's scope. */
  scope: string
  isActive: boolean
}

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
  activation: Activation
}

/** The entries of one table. Those with an equality are found by its value. */
export interface SubscriptionIndex {
  readonly size: number
  add(entry: Entry): void
  remove(entry: Entry): void
  /**
   * Finds entries for the event whose conditions hold, as far as JavaScript can evaluate them. Returns the same list
   * for all changes that match only the entries without a filter.
   */
  find(event: EventName, read: ReadValue): readonly Entry[]
}

interface EventIndex {
  byValue: Map<string, Map<string, Set<Entry>>>
  /** Entries with conditions that no index can look up. */
  others: Set<Entry>
  /** Entries without a filter. */
  unfiltered: Set<Entry>
  /** The same as a list; undefined after a change. */
  unfilteredList: readonly Entry[] | undefined
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
      const { byValue, others, unfiltered } = events[event]
      events[event].unfilteredList ??= [...unfiltered]
      const found = [...others].filter(({ matcher }) => matcher.matches(read))
      for (const [column, values] of byValue) {
        const value = read(column)
        const entriesOfValue = typeof value === 'string' ? values.get(value) : undefined
        for (const entry of entriesOfValue ?? []) if (entry.matcher.matches(read)) found.push(entry)
      }
      return found.length > 0 ? [...unfiltered, ...found] : events[event].unfilteredList
    },
  }
}

const createEvent = (): EventIndex => ({
  byValue: new Map(),
  others: new Set(),
  unfiltered: new Set(),
  unfilteredList: undefined,
})

function addEntry(index: EventIndex, entry: Entry): void {
  const { byValue, others } = index
  const { equality, isEmpty } = entry.matcher
  if (isEmpty) {
    index.unfiltered.add(entry)
    index.unfilteredList = undefined
    return
  }
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

function removeEntry(index: EventIndex, entry: Entry): void {
  const { byValue, others } = index
  const { equality, isEmpty } = entry.matcher
  if (isEmpty) {
    index.unfiltered.delete(entry)
    index.unfilteredList = undefined
    return
  }
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

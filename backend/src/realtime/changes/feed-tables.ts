import type { Relation } from '../stream/messages.ts'
import { createSubscriptionIndex, type Entry, type SubscriptionIndex } from './subscription-index.ts'
import type { TableQueue } from './tables/table-queue.ts'

/** A table that was ever subscribed to: its entries, and the rows that wait for delivery. */
interface FeedTable {
  index: SubscriptionIndex
  queue: TableQueue
}

export interface FeedTables {
  find(relation: Relation): FeedTable | undefined
  add(entries: Entry[]): void
  remove(entries: Entry[]): void
}

export function createFeedTables(createQueue: (index: SubscriptionIndex) => TableQueue): FeedTables {
  const tables = new Map<string, FeedTable>()
  const relationNames = new WeakMap<Relation, string>()
  const nameOf = (schema: string, table: string) => JSON.stringify([schema, table])
  const createTable = (): FeedTable => {
    const index = createSubscriptionIndex()
    return { index, queue: createQueue(index) }
  }
  return {
    find: (relation) => {
      const name = relationNames.get(relation) ?? nameOf(relation.schema, relation.name)
      relationNames.set(relation, name)
      return tables.get(name)
    },
    add: (entries) => {
      for (const entry of entries) {
        const name = nameOf(entry.schema, entry.table)
        const table = tables.get(name) ?? createTable()
        tables.set(name, table)
        table.index.add(entry)
      }
    },
    remove: (entries) => {
      for (const entry of entries) tables.get(nameOf(entry.schema, entry.table))?.index.remove(entry)
    },
  }
}

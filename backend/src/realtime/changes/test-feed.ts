import { vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import type { Claims } from '../../http/tokens/tokens.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { createLogicalSource } from '../stream/logical-source.ts'
import type { Binding, ChangeFeed, ChangeRecord, Subscription } from './change-feed.ts'
import { createChangeFeed } from './create-change-feed.ts'

/** The messages that one subscriber has received. */
export interface Received extends Subscription {
  changes: { ids: number[]; data: ChangeRecord }[]
  messages: { status: string; message: string }[]
  /** Waits for a number of changes and returns them. */
  take(count: number): Promise<ChangeRecord[]>
}

export interface TestFeed extends AsyncDisposable {
  owner: Sql
  feed: ChangeFeed
  /** The connections that check visibility. */
  pool: Sql
  /** Subscribes and waits for the first system message. */
  subscribe(claims: Claims, ...bindings: Binding[]): Promise<Received>
  logged: string[]
}

/** Creates a feed on its own database, in which `script` creates tables. */
export async function createTestFeed(script: string): Promise<TestFeed> {
  const database = await createTestDatabase()
  const owner = database.connect('owner', { max: 2 })
  await owner.unsafe(script)
  const logged: string[] = []
  const log = createLog('warn', (line) => void logged.push(line))
  const source = createLogicalSource({ open: () => database.replicate('supabase_realtime_admin'), log })
  const pools: Sql[] = []
  const connect: TestDatabase['connect'] = (...args) => {
    const sql = database.connect(...args)
    pools.push(sql)
    return sql
  }
  const feed = createChangeFeed({ source, connect, maxChangeBytes: 1_048_576, refreshMs: 500, log })
  const [pool] = pools
  if (!pool) throw new Error('The feed has opened no pool.')
  await source.whenLive()

  const subscribe = async (claims: Claims, ...bindings: Binding[]): Promise<Received> => {
    const changes: Received['changes'] = []
    const messages: Received['messages'] = []
    const subscription = feed.subscribe({
      claims,
      bindings: bindings.map((binding, id) => ({ id, binding })),
      deliver: (ids, data) => void changes.push({ ids, data }),
      notify: (status, message) => void messages.push({ status, message }),
    })
    await vi.waitUntil(() => messages.length > 0, { timeout: 10_000 })
    const take = async (count: number) => {
      await vi.waitUntil(() => changes.length >= count, { timeout: 10_000 })
      return changes.splice(0).map(({ data }) => data)
    }
    return { ...subscription, changes, messages, take }
  }
  return {
    owner,
    feed,
    pool,
    subscribe,
    logged,
    [Symbol.asyncDispose]: async () => {
      await feed.close()
      await source.close()
      await database.close()
    },
  }
}

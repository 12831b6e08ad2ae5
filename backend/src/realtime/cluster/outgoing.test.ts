import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLog } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import { createOutgoing } from './outgoing.ts'

/** Less than the wait before the next attempt. */
const SHORT_MS = 500

function createWithoutDatabase() {
  const begin = vi.fn(() => Promise.reject(new Error('The database is gone.')))
  const sql = { begin } as unknown as Sql
  return { begin, outgoing: createOutgoing({ sql, source: {} as ChangeSource, log: createLog('error') }) }
}

test('closes at once while it waits for the database', async () => {
  const { begin, outgoing } = createWithoutDatabase()
  outgoing.send(Buffer.from('hello'))
  await vi.waitFor(() => expect(begin).toHaveBeenCalled())
  const closed = outgoing.close().then(() => 'closed')
  expect(await Promise.race([closed, sleep(SHORT_MS, 'late')])).toBe('closed')
})

test('sends nothing after it is closed', async () => {
  const { begin, outgoing } = createWithoutDatabase()
  await outgoing.close()
  outgoing.send(Buffer.from('hello'))
  await outgoing.flush()
  expect(begin).not.toHaveBeenCalled()
})

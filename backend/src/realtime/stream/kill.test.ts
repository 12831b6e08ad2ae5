import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'

test('leaves no slot behind when the process is killed (realtime 13)', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 1 })
  const { socket, port } = inject('databaseServer')
  const [row] = await owner<{ name: string }[]>`select current_database()::text as name`
  const program = join(import.meta.dirname, 'test-stream-process.ts')
  const child = fork(program, [socket, String(port), row?.name ?? ''])
  await once(child, 'message')
  const listSlots = () => owner`select active from pg_replication_slots where database = current_database()`
  expect(await listSlots()).toEqual([{ active: true }])
  child.kill('SIGKILL')
  await vi.waitFor(async () => expect(await listSlots()).toEqual([]), 10_000)
}, 30_000)

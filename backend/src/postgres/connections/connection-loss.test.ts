import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
const owner = database.connect('owner', { max: 1 })
const pool = database.connect('authenticator', { max: 2 })

/** Waits until the sessions have ended, because on a busy machine the signal may arrive after their next statement. */
const endConnections = () =>
  owner`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where usename = 'authenticator' and datname = current_database()`

/** An uncaught error fails the run of these tests as well. */
async function expectAnswers(): Promise<void> {
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, i) => pool.begin((tx) => tx`select ${i}::int as i`)),
  )
  expect(responses.map(([row]) => row?.i)).toEqual([0, 1, 2, 3, 4, 5])
}

test('runs statements of a transaction that are requested at the same time', async () => {
  const [, rows] = await pool.begin((tx) =>
    Promise.all([tx`select set_config('search_path', '', true)`, tx`select 1 as one`]),
  )
  expect(rows[0]).toEqual({ one: 1 })
})

test('rejects only the transaction whose connection is lost during a statement', async () => {
  for (let round = 0; round < 3; round += 1) {
    const lost = [1, 2].map(() => pool.begin((tx) => tx`select pg_sleep(5)`).catch((error: unknown) => error))
    await sleep(200)
    await endConnections()
    expect((await Promise.all(lost)).every((error) => error instanceof Error)).toBe(true)
    await expectAnswers()
  }
})

test('never runs statements of a lost transaction on another connection', async () => {
  for (const pauseMs of [0, 1, 30]) {
    const seen: unknown[] = []
    const lost = pool.begin(async (tx) => {
      await tx`select 1`
      await endConnections()
      await sleep(pauseMs)
      seen.push(await tx`select current_setting('role')`)
    })
    await expect(lost).rejects.toThrow()
    await expectAnswers()
    expect(seen).toEqual([])
  }
})

test('rejects a transaction whose connection is lost before the commit', async () => {
  const lost = pool.begin(async (tx) => {
    await tx`select 1`
    await endConnections()
    await sleep(50)
    return 'done'
  })
  await expect(lost).rejects.toThrow()
  await expectAnswers()
})

test('replaces connections that are lost while idle or while opening', async () => {
  for (let round = 0; round < 5; round += 1) {
    const requested = Promise.allSettled([pool`select 1`, pool`select 2`, pool`select 3`])
    await endConnections()
    await endConnections()
    await requested
    await endConnections()
    await sleep(round * 20)
    await expectAnswers()
  }
})

import { afterAll, expect, vi } from 'vitest'
import { createLibraryService, type LibraryService, MINE } from '../library-service.ts'

/** REST_PROPERTY_RUNS=20000 sends more requests than CI does, and different ones. */
export const RUNS = Number(process.env.REST_PROPERTY_RUNS ?? 250)
export const SEED = process.env.REST_PROPERTY_RUNS === undefined ? { seed: 20_261_123 } : {}
export const TIMEOUT = { timeout: 60_000 + RUNS * 200 }
/** Part of every text that a visitor must not see. */
export const CANARY = 'CANARY'

export interface HostileMuseum extends LibraryService {
  owner: ReturnType<LibraryService['database']['connect']>
  /** A member's token. */
  token: string
  /** Expects that no connection is busy or in a transaction. */
  expectIdlePool(): Promise<void>
}

/** Starts the service over the museum for one test file. */
export async function openHostileMuseum(): Promise<HostileMuseum> {
  const museum = await createLibraryService({ aggregatesEnabled: true }, 'museum-schema.sql')
  const owner = museum.database.connect('owner', { max: 1 })
  const token = await museum.tokens.sign({ sub: MINE, role: 'authenticated' })
  afterAll(() => museum.close())
  const expectIdlePool = async () => {
    const responses = await Promise.all(Array.from({ length: 24 }, () => museum.request('/rooms?id=eq.1&select=id')))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    // A reload of the schema cache may run at the same time.
    await vi.waitFor(async () => {
      const [stuck] = await owner`select count(*)::int as count from pg_stat_activity
      where usename = 'authenticator' and datname = current_database() and state <> 'idle'`
      expect(stuck).toEqual({ count: 0 })
    }, 2000)
  }
  return { ...museum, owner, token, expectIdlePool }
}

/** Expects a response without a server error and without a text that the caller must not see. */
export async function expectHarmless(response: Response, secret = CANARY): Promise<void> {
  const body = await response.text()
  // PostgREST, too, returns 500 for the statement timeout of a role.
  if (!body.includes('"57014"')) expect(response.status, body).toBeLessThan(500)
  expect(body).not.toContain(secret)
  expect(JSON.stringify([...response.headers])).not.toContain(secret)
}

/** Returns the text that is hidden from a caller: members may read their own diary. */
export const hiddenFrom = (token: string | undefined) => (token ? 'CANARY-of-two' : CANARY)

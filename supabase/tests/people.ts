import { randomUUID } from 'node:crypto'
import type { Sql, Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../backend/test/test-database.ts'
import type { Viewer } from './visibility-rule.ts'

/** A database with four accounts, and functions that act as each of them through the login role of the API. */
export interface People extends AsyncDisposable {
  database: TestDatabase
  owner: Sql
  ids: Record<'stranger' | 'author' | 'moderator' | 'newcomer', string>
  /** Runs work with the role, claims and headers of the viewer, and rolls back its changes. */
  as<T>(viewer: Viewer | 'newcomer' | 'service', work: (sql: Transaction) => Promise<T>, secret?: string): Promise<T>
  /** Like `as`, but keeps the changes. */
  actAs<T>(viewer: Viewer | 'newcomer' | 'service', work: (sql: Transaction) => Promise<T>, secret?: string): Promise<T>
}

/** Thrown to roll back the transaction; carries the result of the work. */
class Undo<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('undo')
    this.result = result
  }
}

export async function createPeople(): Promise<People> {
  const database: TestDatabase = await createTestDatabase()
  const owner = database.connect('owner', { max: 2 })
  const api = database.connect('authenticator', { max: 2 })
  const ids = { stranger: randomUUID(), author: randomUUID(), moderator: randomUUID(), newcomer: randomUUID() }
  for (const [name, id] of Object.entries(ids)) {
    const appData = name === 'moderator' ? { role: 'moderator' } : {}
    await owner`insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
      values (${id}, ${`${name}@example.org`}, ${owner.json({ username: name })}, ${owner.json(appData)})`
    await owner`insert into public.users (id, username) values (${id}, ${name})`
  }
  const actAs: People['actAs'] = (viewer, work, secret) =>
    api.begin(async (sql) => {
      const { role, claims } = toCaller(viewer, ids)
      const headers = JSON.stringify(secret ? { 'x-link-secret': secret } : {})
      await sql`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('request.headers', ${headers}, true)`
      return work(sql)
    }) as ReturnType<typeof work>
  return {
    database,
    owner,
    ids,
    actAs,
    as: async (viewer, work, secret) => {
      try {
        return await actAs(
          viewer,
          async (sql) => {
            throw new Undo(await work(sql))
          },
          secret,
        )
      } catch (error) {
        if (error instanceof Undo) return error.result
        throw error
      }
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

/** Returns the role and claims of a viewer's token. */
export function toCaller(viewer: Viewer | 'newcomer' | 'service', ids: People['ids']) {
  if (viewer === 'service') return { role: 'service_role', claims: { role: 'service_role' } }
  if (viewer === 'visitor' || viewer === 'holder') return { role: 'anon', claims: { role: 'anon' } }
  const appData = viewer === 'moderator' ? { app_metadata: { role: 'moderator' } } : {}
  return { role: 'authenticated', claims: { sub: ids[viewer], role: 'authenticated', ...appData } }
}

/** Returns the SQLSTATE that work fails with, or undefined if it succeeds. */
export async function findErrorCode(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

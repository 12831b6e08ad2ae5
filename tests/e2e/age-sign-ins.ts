import { join } from 'node:path'
import { openDatabase } from '../../backend/src/postgres/database.ts'
import type { Account } from './accounts.ts'
import type { Site } from './site.ts'

/** Moves every sign-in of an account back by an hour, so that its sessions are valid but not recent. */
export async function ageSignIns({ dataFolder }: Pick<Site, 'dataFolder'>, { id }: Pick<Account, 'id'>): Promise<void> {
  await using database = openDatabase({ socket: join(dataFolder, 'run'), port: 5432, database: 'postgres' }, '')
  await database.connect('owner', { max: 1 })`
    update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'
    where session_id in (select id from auth.sessions where user_id = ${id})`
}

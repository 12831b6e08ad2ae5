import { deleteDueAccounts } from '../app/features/account/delete-due-accounts.server.ts'
import { foldSpotCells } from '../app/features/explore/fold-spot-cells.server.ts'
import { takeData } from '../app/lib/supabase.ts'
import { createSecretClient } from '../app/platform/secret-client.server.ts'

/** A new spot is on everybody's map within five seconds; this leaves room for a busy machine. */
const FOLD_EVERY_MS = 2000
/** How often it is asked whether the numbers of the start page are old. The database counts seldom when counting takes long. */
const COUNT_EVERY_MS = 3000
/** A member has waited a week; a minute more is no matter. */
const DELETE_EVERY_MS = 60_000
/** A fold that fails again and again is told once a minute, not every two seconds. */
const TELL_EVERY_MS = 60_000

/** How a chore reaches the data service. */
export interface ChoreSettings {
  supabaseUrl: string
  secretKey: string
  backendFetch: typeof fetch
}

/**
 * Starts what the server does by itself while it runs: folding the counts of the map, counting for the start page, and
 * deleting the accounts whose members asked for it. Several servers of one database may run it, the database lets one fold at a time. Returns the function that stops it. Without the secret key nothing runs.
 */
export function startChores({ supabaseUrl, secretKey, backendFetch }: ChoreSettings): () => void {
  if (!secretKey) return () => undefined
  const client = createSecretClient({ supabaseUrl, secretKey, backendFetch })
  const stops = [
    repeat('folding the counts of the map', FOLD_EVERY_MS, () => foldSpotCells(client)),
    repeat('counting for the start page', COUNT_EVERY_MS, async () => {
      takeData(await client.rpc('refresh_statistics'))
    }),
    repeat('deleting accounts', DELETE_EVERY_MS, () => deleteDueAccounts(client)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs a task again and again, each time a while after the last run ended. A failure is told and never ends the program. */
export function repeat(name: string, pauseMs: number, task: () => Promise<void>): () => void {
  let isStopped = false
  let toldAt = -TELL_EVERY_MS
  const run = async () => {
    try {
      await task()
    } catch (error) {
      if (!isStopped && performance.now() - toldAt >= TELL_EVERY_MS) {
        toldAt = performance.now()
        process.stderr.write(`A chore failed and will be tried again: ${name}: ${describe(error)}\n`)
      }
    }
    if (!isStopped) schedule()
  }
  const schedule = () => {
    timer = setTimeout(() => void run(), pauseMs)
    // Nothing waits for a chore when everything else has ended.
    timer.unref()
  }
  let timer: NodeJS.Timeout | undefined
  schedule()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

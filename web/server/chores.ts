import { deleteDueAccounts } from '../app/features/account/delete-due-accounts.server.ts'
import { moveAvatars } from '../app/features/account/members/move-avatars.server.ts'
import { foldSpotCells } from '../app/features/explore/fold-spot-cells.server.ts'
import { deleteUnusedFiles, reconcileFiles } from '../app/features/media/delete-unused-files.server.ts'
import { type Supabase, takeData } from '../app/lib/supabase.ts'
import type { FindAddresses } from '../app/platform/config/find-addresses.ts'
import { getSite } from '../app/platform/config/site-settings.server.ts'
import { createSecretClient } from '../app/platform/session/secret-client.server.ts'
import { findImportedPlaces } from './geocoder/find-imported-places.ts'
import { packDataExports } from './resources/exports/own/pack-data-exports.ts'

/** With this interval, a new spot appears on the map within five seconds, even on a busy machine. */
const FOLD_EVERY_MS = 2000
/**
 * The interval at which the age of the home page's statistics is checked. The database refreshes them less often when
 * counting is slow.
 */
const COUNT_EVERY_MS = 3000
/** The delay of a chore that runs once after a start. */
const START_MS = 10_000
/** Deletions, and suggestions without an answer, are due after a week, so a minute more does not matter. */
const DUE_EVERY_MS = 60_000
/** The first attempt of a message to a webhook follows its event within this time. */
const SEND_EVERY_MS = 5000
/** Followers are notified of a publication within this time, unless other notifications are queued. */
const NOTIFY_EVERY_MS = 3000
/** The interval of the check for waiting imports. */
const IMPORT_EVERY_MS = 1000
/** The interval of the search for imported places without a position. */
const FIND_EVERY_MS = 5000
/** The interval of the check for exports to pack. */
const EXPORT_EVERY_MS = 1000
/** Rows per step, which stays well within the statement timeout of the data service. */
const IMPORT_STEP = 500
/** Rows per step after a failed one, so that slow rows do not delay the imports of others. */
const SMALL_IMPORT_STEP = 20
/** The maximum delay between the end of the time for undoing a decision and its notification. */
const NOTICE_EVERY_MS = 2000
/** The interval of the check for due emails. */
const MAIL_EVERY_MS = 5000
/** Files are deleted soon after their rows, which also frees the member's quota. */
const DELETE_FILES_EVERY_MS = 5000
/** With the half hour that an upload may take, no unused file gets older than an hour. */
const RECONCILE_EVERY_MS = 600_000
/** A repeatedly failing chore is logged once a minute instead of every two seconds. */
const TELL_EVERY_MS = 60_000

/** The connection of chores to the data service. */
export interface ChoreSettings {
  supabaseUrl: string
  secretKey: string
  backendFetch: typeof fetch
  publishableKey: string
  /** The URL of the site, for the archives. */
  siteUrl: string
  /** The geocoder, if the site has one. */
  geocode?: FindAddresses | undefined
  /** Updates the subscriptions to bundles of other sites that are due. */
  bundles?: { updateDue(): Promise<void> } | undefined
}

/**
 * Starts the recurring chores of the server: map counts, home page statistics, requested account deletions,
 * notifications, imports, exports, webhooks, emails, overdue suggestions, removed content, unused files and, once, the
 * URLs of profile pictures. Several processes may run them on one database, which lets only one at a time fold the
 * map's counts. Returns the function that stops them. Nothing runs without the secret key.
 */
export function startChores({ geocode, bundles, siteUrl, ...services }: ChoreSettings): () => void {
  if (!services.secretKey) return () => undefined
  const client = createSecretClient(services)
  const stops = [
    repeat('folding the counts of the map', FOLD_EVERY_MS, () => foldSpotCells(client)),
    repeat('counting for the start page', COUNT_EVERY_MS, async () => {
      takeData(await client.rpc('refresh_statistics'))
    }),
    repeat(
      'updating the URLs of profile pictures',
      START_MS,
      once(() => moveAvatars(client)),
    ),
    repeat('deleting accounts', DUE_EVERY_MS, () => deleteDueAccounts(client)),
    repeat('notifying followers', NOTIFY_EVERY_MS, () => notifyFollowers(client)),
    repeat('sending notices of decisions', NOTICE_EVERY_MS, async () => {
      takeData(await client.rpc('send_held_notices'))
    }),
    repeat('deleting removed content', DUE_EVERY_MS, async () => {
      takeData(await client.rpc('delete_removed_content'))
    }),
    repeat('passing late suggestions to moderators', DUE_EVERY_MS, async () => {
      takeData(await client.rpc('queue_late_suggestions'))
    }),
    repeat('importing places', IMPORT_EVERY_MS, () => continueImports(client)),
    repeat('packing exports', EXPORT_EVERY_MS, () =>
      packDataExports(client, async () => ({ siteName: (await getSite(services)).site_name, siteUrl })),
    ),
    ...(geocode ? [repeat('finding imported places', FIND_EVERY_MS, () => findImportedPlaces(client, geocode))] : []),
    ...(bundles ? [repeat('updating bundles of other sites', DUE_EVERY_MS, () => bundles.updateDue())] : []),
    repeat('sending webhooks', SEND_EVERY_MS, () => sendWebhooks(client)),
    repeat('mailing notifications', MAIL_EVERY_MS, () => mailNotifications(client)),
    repeat('deleting unused files', DELETE_FILES_EVERY_MS, () => deleteUnusedFiles(client)),
    repeat('looking for unused files', RECONCILE_EVERY_MS, () => reconcileFiles(client)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Returns a task that does nothing after it has succeeded. */
export function once(task: () => Promise<void>): () => Promise<void> {
  let isDone = false
  return async () => {
    if (isDone) return
    await task()
    isDone = true
  }
}

/** Notifies the followers of everything that was published, in batches that the database bounds. */
async function notifyFollowers(client: Supabase): Promise<void> {
  while (takeData(await client.rpc('notify_followers')) > 0) {}
}

/** Imports the staged places of members step by step, until none are waiting. Each step is one transaction. */
async function continueImports(client: Supabase): Promise<void> {
  for (let left = 1; left > 0; ) {
    const step = await client.rpc('continue_imports', { most: IMPORT_STEP })
    left = takeData(step.error ? await client.rpc('continue_imports', { most: SMALL_IMPORT_STEP }) : step)
  }
}

/**
 * Sends the messages to webhooks that are due, by the function `webhook`. It is called only when there are any, because
 * hosted projects count calls.
 */
async function sendWebhooks(client: Supabase): Promise<void> {
  if (takeData(await client.rpc('count_due_webhooks')) === 0) return
  const { error } = await client.functions.invoke('webhook')
  if (error) throw error
}

/** Emails the notifications that are due, by the function `digest`. It is called only when there are any. */
async function mailNotifications(client: Supabase): Promise<void> {
  if (takeData(await client.rpc('count_due_mails')) === 0) return
  const { error } = await client.functions.invoke('digest')
  if (error) throw error
}

/** Runs a task repeatedly, with a pause after each run. A failure is logged and never ends the process. */
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
    // Does not keep the process alive.
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

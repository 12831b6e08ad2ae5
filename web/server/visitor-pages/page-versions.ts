import * as v from 'valibot'
import { takeData } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { createSecretClient } from '#app/platform/session/secret-client.server.ts'

/** The maximum wait for the versions of a page. After that, the page is rendered as if it had none. */
const TIMEOUT_MS = 2000

/**
 * Versions by area (`site`, `spots`, `spot/{id}`…). A version changes whenever the content of pages in its area does.
 */
export type PageVersions = Record<string, string>

const PageVersions = v.record(v.string(), v.string())

/** Loads the versions, including those of the given spots. */
type LoadVersions = (spotIds: string[]) => Promise<PageVersions>

interface Batch {
  spotIds: Set<string>
  versions: Promise<PageVersions>
  resolve: (versions: PageVersions) => void
  reject: (reason: unknown) => void
}

/** Loads the versions with the secret key, because they also count changes that visitors may not notice. */
export function createVersionLoader(settings: ServerSettings): LoadVersions {
  const client = createSecretClient(settings)
  return async (spotIds) => {
    const response = await client
      .rpc('page_versions', { spot_ids: spotIds })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    return v.parse(PageVersions, takeData(response))
  }
}

/**
 * Returns a function that reads the versions for a request. Each call is answered by a read that starts after it, so it
 * sees every change that was committed before. Requests that arrive during a read share the next one, so a busy server
 * reads a few hundred times per second at most.
 */
export function createVersionReader(load: LoadVersions): (spotId: string | undefined) => Promise<PageVersions> {
  let next: Batch | undefined
  let isReading = false
  const read = async () => {
    const batch = next
    if (isReading || !batch) return
    next = undefined
    isReading = true
    await load([...batch.spotIds]).then(batch.resolve, batch.reject)
    isReading = false
    void read()
  }
  return (spotId) => {
    next ??= createBatch()
    if (spotId) next.spotIds.add(spotId)
    // After the requests that have already arrived.
    if (!isReading) setImmediate(() => void read())
    return next.versions
  }
}

function createBatch(): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<PageVersions>()
  return { spotIds: new Set(), versions: promise, resolve, reject }
}

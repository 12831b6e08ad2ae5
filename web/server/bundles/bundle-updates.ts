import { randomUUID } from 'node:crypto'
import { createGuardedFetch, type FetchPolicy, ForbiddenAddressError } from 'backend/http/guarded-fetch'
import * as v from 'valibot'
import { seconds } from '#app/lib/durations.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { BundlePreview, BundleReader } from '#app/platform/config/bundle-reader.ts'
import { type BundleSpot, MAX_BUNDLE_BYTES, MAX_BUNDLE_PHOTO_BYTES, MAX_BUNDLE_PHOTOS } from './bundle-format.ts'
import { fetchBundlePhotos, listOwnPhotos } from './bundle-photos.ts'
import { BundleError, readBundle, toBundleAddress, toSiteOfBundle } from './read-bundle.ts'

/** The interval of updates of a subscription. */
const UPDATE_EVERY_MS = seconds(3600)
const TIMEOUT_MS = seconds(30)
const MAX_KEY_BYTES = 4096
/** The number of spots that one transaction applies. */
const STEP_SPOTS = 200
const SAMPLES = 5

const WellKnown = v.object({ key: v.object({ crv: v.literal('Ed25519'), x: v.pipe(v.string(), v.length(43)) }) })

interface Subscription {
  id: string
  address: string
  public_key: string
  etag: string
}

/**
 * Creates the reader of bundles. `policy` limits the addresses that it may fetch; `client` returns the client of
 * chores.
 */
export function createBundleReader(
  policy: Pick<FetchPolicy, 'allowsLoopback' | 'allowsPrivate'>,
  client: () => Supabase,
): BundleReader & { updateDue(): Promise<void> } {
  const limits = { timeoutMs: TIMEOUT_MS }
  const fetchBundle = createGuardedFetch({ ...policy, ...limits, maxBytes: MAX_BUNDLE_BYTES })
  const fetchPhoto = createGuardedFetch({ ...policy, ...limits, maxBytes: MAX_BUNDLE_PHOTO_BYTES })
  const fetchKey = createGuardedFetch({ ...policy, ...limits, maxBytes: MAX_KEY_BYTES })

  const preview = async (entered: string): Promise<BundlePreview> => {
    const address = toBundleAddress(entered)
    const site = toSiteOfBundle(address)
    return describeFailure(async () => {
      const publicKey = await readKey(await fetchKey(`${site}/.well-known/hereabouts.json`))
      const response = await fetchBundle(address)
      requireFound(response)
      const { head, spots } = readBundle(await response.text(), { address, publicKey })
      return {
        ...{ address, publicKey, title: head.title, originName: head.origin.name, originUrl: site },
        licenses: [...new Set([head.license.name, ...spots.map(({ license }) => license.name)])],
        ...{ spotCount: spots.length, samples: spots.slice(0, SAMPLES).map(({ title }) => title) },
      }
    })
  }

  const apply = async (subscription: Subscription) => {
    const { id, address, public_key: publicKey, etag } = subscription
    const response = await fetchBundle(address, { headers: etag ? { 'if-none-match': etag } : {} })
    if (response.status === 304) return recordSuccess(client(), id)
    requireFound(response)
    const { spots } = readBundle(await response.text(), { address, publicKey })
    const run = randomUUID()
    const site = toSiteOfBundle(address)
    for (let at = 0; at < spots.length; at += STEP_SPOTS) {
      const step = spots.slice(at, at + STEP_SPOTS)
      findData(await client().rpc('apply_bundle_spots', { subscription: id, run, places: step.map(toPlace) }))
      const places = step.map((spot) => ({ id: spot.id, photos: listOwnPhotos(spot, site, MAX_BUNDLE_PHOTOS) }))
      findData(await client().rpc('set_bundle_photos', { subscription: id, places }))
    }
    findData(await client().rpc('finish_bundle', { subscription: id, run, etag: response.headers.get('etag') ?? '' }))
  }

  const update = async (subscription: Subscription) => {
    try {
      await describeFailure(() => apply(subscription))
    } catch (error) {
      const failure = error instanceof BundleError ? error.message : 'This site could not save the spots.'
      const tried = { failure, tried_at: new Date().toISOString() }
      takeData(await client().from('bundle_subscriptions').update(tried).eq('id', subscription.id).select('id'))
      throw new BundleError(failure, { cause: error })
    }
  }

  return {
    preview,
    update: async (id) => {
      const found = await client().from('bundle_subscriptions').select(COLUMNS).eq('id', id).single()
      await update(takeData(found))
    },
    updateDue: async () => {
      const before = new Date(Date.now() - UPDATE_EVERY_MS).toISOString()
      const due = client().from('bundle_subscriptions').select(COLUMNS).or(`tried_at.is.null,tried_at.lt.${before}`)
      // A failure is recorded with its subscription, for the administrators.
      for (const subscription of takeData(await due)) await update(subscription).catch(() => undefined)
      await fetchBundlePhotos(client(), (address) => fetchPhoto(address))
    },
  }
}

const COLUMNS = 'id, address, public_key, etag'

async function recordSuccess(client: Supabase, id: string): Promise<void> {
  const now = new Date().toISOString()
  const fresh = { failure: '', tried_at: now, updated_at: now }
  takeData(await client.from('bundle_subscriptions').update(fresh).eq('id', id).select('id'))
}

async function readKey(response: Response): Promise<string> {
  requireFound(response)
  const parsed = v.safeParse(WellKnown, await response.json().catch(() => undefined))
  if (!parsed.success) throw new BundleError('The other site publishes no key to verify its bundles with.')
  return parsed.output.key.x
}

function requireFound({ status }: Response): void {
  if (status === 404) throw new BundleError('The other site has no such city or list, or does not share it.')
  if (status !== 200) throw new BundleError(`The other site responded with status ${status}.`)
}

/** Runs requests to another site. Throws a BundleError that says why they failed. */
async function describeFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof BundleError) throw cause
    if (cause instanceof ForbiddenAddressError) throw new BundleError(`The address ${cause.message}.`, { cause })
    if (cause instanceof Error && /larger than|took too long/.test(cause.message)) {
      throw new BundleError(`The other site sent an unexpected response: ${cause.message}.`, { cause })
    }
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && /^[A-Z_]+$/.test(cause.code)) {
      throw new BundleError('The other site cannot be reached.', { cause })
    }
    throw cause
  }
}

/** Returns a spot as `apply_bundle_spots` reads it. */
function toPlace({ license, photos: _, ...spot }: BundleSpot & { digest: string }) {
  return { ...spot, license_name: license.name, license_url: license.url }
}

import { createHash } from 'node:crypto'
import { toByteStream } from '#app/features/spots/exports/export-response.ts'
import {
  type ExportedSpot,
  findProvenance,
  getAuthorName,
  LICENSE,
  listPhotoAddresses,
  toSpotAddress,
} from '#app/features/spots/exports/exported-spot.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import type { BundleHead, BundleSpot } from '../../bundles/bundle-format.ts'
import { MAX_BUNDLED_SPOTS } from '../../bundles/bundle-format.ts'
import { deriveInstanceKey, type InstanceKey, toSignedMessage } from '../../bundles/instance-key.ts'
import { findCitySet, findExploreSet, type SpotSet } from '../exports/find-set.ts'
import { missingResource } from '../plain-response.ts'
import { openVisitorClient, publicResponse } from '../public-response.ts'
import type { ResourceCall } from '../resource-call.ts'

const MISSING = 'There is no such bundle, or it is not public.'

/** Serves the public key of the site: `/.well-known/hereabouts.json`. */
export async function serveInstanceKey({ request, settings }: ResourceCall): Promise<Response> {
  if (!settings.secretKey) return missingResource('This site publishes no bundles.')
  const { site_name: name } = await getSite(settings)
  const { publicKey: x } = deriveInstanceKey(settings.secretKey)
  const text = JSON.stringify({ name, url: settings.siteUrl, key: { kty: 'OKP', crv: 'Ed25519', x } })
  return publicResponse(request, text, 'application/json')
}

/**
 * Serves the public spots of a city or list that this site is the origin of, signed, for other sites:
 * `/bundles/city/{slug}.ndjson` and `/bundles/list/{id}.ndjson`. The spots are read once for the ETag and, if the
 * client has a different one, again for the response.
 */
export async function serveBundle(call: ResourceCall): Promise<Response> {
  const { request, settings, parameters } = call
  if (!settings.secretKey) return missingResource('This site publishes no bundles.')
  const first = await findSet(call)
  if (!first) return missingResource(MISSING)
  const { site_name: name } = await getSite(settings)
  const { siteUrl } = settings
  const address = `${siteUrl}/bundles/${parameters.kind}/${parameters.id}.ndjson`
  const head = { bundle: 1, address, title: first.title, origin: { name, url: siteUrl }, license: LICENSE } as const
  const etag = `"${await digest(writeLines(head, first))}"`
  const headers = { etag, 'content-type': 'application/x-ndjson', 'cache-control': 'public, max-age=30' }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const second = await findSet(call)
  if (!second) return missingResource(MISSING)
  const lines = signLines(writeLines(head, second), address, deriveInstanceKey(settings.secretKey))
  return new Response(toByteStream(lines), { headers })
}

function findSet(call: ResourceCall): Promise<SpotSet | null> {
  const { kind, id = '' } = call.parameters
  const visitor = openVisitorClient(call)
  if (kind === 'city') return findCitySet(visitor, id, new URLSearchParams())
  return findExploreSet(visitor, new URLSearchParams({ list: id }))
}

async function* writeLines(head: BundleHead, { pages }: SpotSet): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`
  let count = 0
  for await (const page of pages) {
    // Spots from other sites are left out; they can be subscribed to at their own origin.
    const own = page.filter(({ origin, status }) => !origin && status !== 'removed')
    const taken = own.slice(0, MAX_BUNDLED_SPOTS - count)
    count += taken.length
    if (taken.length > 0) yield taken.map((spot) => `${JSON.stringify(toBundleSpot(spot, head))}\n`).join('')
  }
}

function toBundleSpot(spot: ExportedSpot, { origin, title, license }: BundleHead): BundleSpot {
  const site = { title, siteName: origin.name, siteUrl: origin.url }
  const { id, category, tags, description, lng, lat, precision, address, website, access, status } = spot
  return {
    ...{ id, url: toSpotAddress(spot, site), title: spot.title, category, tags, description, lng, lat, precision },
    ...{ address, website, access: access as BundleSpot['access'], status: status as BundleSpot['status'] },
    ...{ author: getAuthorName(spot), license: findLicense(spot) ?? license, photos: listPhotoAddresses(spot, site) },
  }
}

/** Returns the licence of a spot that a member imported from elsewhere. Bundles need its URL. */
function findLicense(spot: ExportedSpot): BundleSpot['license'] | null {
  const { name, url } = findProvenance(spot)?.license ?? {}
  return name && url ? { name, url } : null
}

async function digest(lines: AsyncIterable<string>): Promise<string> {
  const hash = createHash('sha256')
  for await (const line of lines) hash.update(line)
  return hash.digest('base64url')
}

/** Yields the lines, followed by their number, digest and signature. */
async function* signLines(lines: AsyncIterable<string>, address: string, key: InstanceKey): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const hash = createHash('sha256')
  let count = -1
  for await (const text of lines) {
    hash.update(text)
    count += text.split('\n').length - 1
    yield encoder.encode(text)
  }
  const sha256 = hash.digest('base64url')
  const signature = key.sign(toSignedMessage(address, sha256))
  yield encoder.encode(`${JSON.stringify({ end: { spots: count, sha256, signature } })}\n`)
}

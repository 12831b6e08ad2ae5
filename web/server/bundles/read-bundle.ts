import * as v from 'valibot'
import { BundleEnd, BundleHead, BundleSpot, MAX_BUNDLED_SPOTS } from './bundle-format.ts'
import { digestText, isSignedBy, toSignedMessage } from './instance-key.ts'

/** Thrown for an invalid bundle. The message is a sentence for the administrator. */
export class BundleError extends Error {
  override name = 'BundleError'
}

/** A verified bundle. Each spot has the digest of its line. */
export interface Bundle {
  head: BundleHead
  spots: (BundleSpot & { digest: string })[]
}

/**
 * Verifies the signature of a bundle before it parses anything else, then each line. All ids and links must belong to
 * the site of its URL, so that no site can publish in the name of another. Throws a BundleError.
 */
export function readBundle(text: string, { address, publicKey }: { address: string; publicKey: string }): Bundle {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new BundleError('The bundle is cut off.')
  const { end } = parseLine(BundleEnd, lines.pop() ?? '', 'The bundle has no signature.')
  const digest = digestText(lines.map((line) => `${line}\n`).join(''))
  if (end.sha256 !== digest || !isSignedBy(publicKey, toSignedMessage(address, digest), end.signature)) {
    throw new BundleError('The bundle is not signed with the key that you confirmed.')
  }
  const head = parseLine(BundleHead, lines[0] ?? '', 'The bundle does not say what it contains.')
  const site = toSiteOfBundle(address)
  if (head.address !== address || head.origin.url !== site) throw new BundleError('The bundle names another site.')
  if (lines.length - 1 > MAX_BUNDLED_SPOTS) {
    throw new BundleError(`The bundle has more than ${MAX_BUNDLED_SPOTS.toLocaleString('en')} spots.`)
  }
  const spots = lines.slice(1).map((line, index) => {
    const spot = parseLine(BundleSpot, line, `Line ${index + 2} of the bundle is not a spot.`)
    if (!spot.url.startsWith(`${site}/`)) throw new BundleError(`Line ${index + 2} of the bundle names another site.`)
    return { ...spot, digest: digestText(line) }
  })
  if (spots.length !== end.spots) throw new BundleError('The bundle is cut off.')
  if (new Set(spots.map(({ id }) => id)).size < spots.length) throw new BundleError('The bundle contains a spot twice.')
  return { head, spots }
}

function parseLine<Schema extends v.GenericSchema>(schema: Schema, line: string, sentence: string) {
  try {
    return v.parse(schema, JSON.parse(line)) as v.InferOutput<Schema>
  } catch (cause) {
    throw new BundleError(sentence, { cause })
  }
}

const BUNDLE = /^(https?:\/\/.+?)\/bundles\/(?:city|list)\/[a-z0-9-]+\.ndjson$/

/** Returns the site of a bundle's URL. Throws a BundleError for any other URL. */
export function toSiteOfBundle(address: string): string {
  const site = BUNDLE.exec(address)?.[1]
  if (site === undefined) {
    throw new BundleError('Enter the address of a city, list or bundle, for example https://example.org/city/turin')
  }
  return site
}

/** Turns the URL of a city or list, as people copy it, into that of its bundle. */
export function toBundleAddress(entered: string): string {
  const text = entered.trim()
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  const city = /^(.*)\/city\/([a-z0-9-]+)$/.exec(url.pathname)
  if (city) return `${url.origin}${city[1]}/bundles/city/${city[2]}.ndjson`
  const list = url.pathname.endsWith('/explore') ? url.searchParams.get('list') : null
  if (list) return `${url.origin}${url.pathname.slice(0, -'/explore'.length)}/bundles/list/${list}.ndjson`
  return url.origin + url.pathname
}

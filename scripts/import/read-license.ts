import { LICENSES, readAttribution } from '../../web/app/features/imports/reading/attribution.ts'
import type { Attribution } from '../../web/app/features/imports/reading/read-place.ts'

/** The longest values that `spot_sources` stores, in characters. */
const MAX_LICENSE = 100
const MAX_AUTHOR = 200
const MAX_SOURCE = 100

/** The provenance of a place in the words of a file, or of the command line for all lines without their own. */
export interface WrittenProvenance {
  /** The name or the URL of the licence. */
  license?: unknown
  licence?: unknown
  /** The author, or a whole attribution as exports of this product write it. */
  attribution?: unknown
  /** The page of the place at its source. */
  source_url?: unknown
  /** The name of the source. */
  source?: unknown
}

/**
 * Reads the provenance of one line, each value from the line before the file. Returns undefined if neither names a
 * licence or an author. Returns a sentence about a value that cannot be used.
 */
export function readProvenance(
  line: WrittenProvenance,
  ofFile: WrittenProvenance = {},
): Attribution | string | undefined {
  if (isGiven(line.license) && isGiven(line.licence) && line.license !== line.licence)
    return 'license and licence differ: keep one of them'
  const own = line.license ?? line.licence
  const isWhole = typeof line.attribution === 'string' && readAttribution(line.attribution) !== undefined
  const license = isGiven(own) || isWhole ? own : ofFile.license
  const author = isGiven(line.attribution) ? line.attribution : ofFile.attribution
  for (const [name, value, max] of [
    ['license', license, MAX_LICENSE],
    ['attribution', author, 1000],
    ['source_url', line.source_url, 700],
  ] as const) {
    if (isGiven(value) && typeof value !== 'string') return `${name} must be a text`
    if (typeof value === 'string' && value.trim().length > max) return `${name} is longer than ${max} characters`
  }
  return build({
    license: trim(license),
    author: trim(author),
    url: trim(line.source_url),
    source: line.source ?? ofFile.source,
  })
}

function build({ license, author, url, source }: { license: string; author: string; url: string; source: unknown }) {
  if (url && !/^https?:\/\/\S+$/.test(url)) return 'source_url is not an address that begins with https://'
  const written = readAttribution(author)
  if (!license && written) return { ...written, ...(url && { url }) }
  if (!license)
    return author ? 'has an attribution without a license: add "license", or start with --license' : undefined
  const by = written ? (written.author ?? '') : author
  if (by.length > MAX_AUTHOR) return `attribution is longer than ${MAX_AUTHOR} characters`
  const name = written?.name ?? (trim(source) || by || 'Import')
  const address = url || (written?.url ?? '')
  return {
    name: name.slice(0, MAX_SOURCE),
    ...(by && { author: by }),
    ...(address && { url: address }),
    ...parseLicense(license),
  }
}

/** Returns the name and URL of a licence that is written as either. */
function parseLicense(written: string): Pick<Attribution, 'license_name' | 'license_url'> {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/[/\s_-]+/g, ' ')
      .trim()
  for (const [name, url] of Object.entries(LICENSES)) {
    const isSame = plain(written) === plain(name) || plain(written).startsWith(plain(url))
    if (isSame) return { license_name: name, license_url: url }
  }
  return { license_name: written, ...(/^https?:\/\/\S+$/.test(written) && { license_url: written }) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function trim(value: unknown): string {
  return typeof value === 'string' ? value.normalize('NFC').replaceAll('\u0000', '').trim() : ''
}

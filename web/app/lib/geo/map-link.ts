type LinkReading = { url: URL; rejection?: undefined } | { url?: undefined; rejection: string }

/** Hosts of short links, which do not contain the position but redirect to a page that does. */
const SHORT_HOSTS = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|bit\.ly|t\.co|osm\.org|ge0\.me|omaps\.app|a\.co)$/
const THREE_WORD_HOSTS = /(?:^|\.)(?:what3words\.com|w3w\.co)$/

/** Parses a link; returns the reason if links of its kind cannot be read. */
export function readLink(text: string): LinkReading {
  if (!URL.canParse(text)) return { rejection: 'This link is not complete. Please copy it again.' }
  const url = new URL(text)
  // Google's consent page contains the actual link as a parameter.
  const behind = /^consent\.(?:google|youtube)\./.test(url.hostname) && url.searchParams.get('continue')
  if (behind && URL.canParse(behind) && !/^consent\./.test(new URL(behind).hostname)) return readLink(behind)
  if (THREE_WORD_HOSTS.test(url.hostname)) {
    return {
      rejection: 'Three-word addresses cannot be read here. Open them in their own app and copy the coordinates.',
    }
  }
  if (isShareOfList(url)) {
    return {
      rejection: 'This link leads to a list that only its own app can open. Share its places one by one instead.',
    }
  }
  const isShort = SHORT_HOSTS.test(url.hostname) && !/[?#&](?:mlat|map|ll|q)=/.test(url.href)
  if (isShort) return { rejection: 'This short link does not contain a position. Open it and copy the long address.' }
  return { url }
}

/** Lists of Google and guides of Apple, whose links do not contain the places. */
function isShareOfList({ hostname, pathname }: URL): boolean {
  return /(?:^|\.)google\./.test(hostname)
    ? /^\/maps\/placelists\//.test(pathname)
    : hostname === 'maps.apple.com' && /^\/guides?\b/.test(pathname)
}

/** Query parameters that hold "latitude,longitude", the most reliable first. */
const PAIR_PARAMETERS = ['q', 'query', 'coordinate', 'll', 'pin', 'destination', 'daddr', 'viewpoint', 'center', 'to']
const SPLIT_PARAMETERS = [
  ['mlat', 'mlon'],
  ['lat', 'lon'],
  ['lat', 'lng'],
  ['latitude', 'longitude'],
  ['y', 'x'],
] as const
const NUMBER = '-?\\d+(?:\\.\\d+)?'
const PAIR = new RegExp(`^(?:loc:|ll\\.|point\\.)?\\s*(${NUMBER})\\s*[,~_ ]\\s*(${NUMBER})`)
const GOOGLE_PIN = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`)
const GOOGLE_VIEW = new RegExp(`/@(${NUMBER}),(${NUMBER})`)
const PATH_PAIR = new RegExp(`/(${NUMBER}),\\s*(${NUMBER})(?=[,/]|$)`)
/** The last pair in the path, which is the destination of a route. */
const LAST_PATH_PAIR = new RegExp(`.*${PATH_PAIR.source}`)
/** An address such as "10 5th Avenue" or "12, 14 rue Mouffetard" begins with two numbers, too. */
const ADDRESS = /^\s*\d+\s*[, ]\s*\d+\s*(?:[/-]\d+\s*)?\p{L}/u
/** A pin that Google writes as `45°03'32.0"N 7°42'19.0"E`. */
const WRITTEN_PIN = /^\d[^/]*[°'"][^/]*[EW]$/
const HASH_VIEW = new RegExp(`^#(?:map=|view=)?${NUMBER}/(${NUMBER})/(${NUMBER})`)

/** Returns the position in a map link, or a text in it that may be coordinates; undefined if it has neither. */
export function findLinkPosition(url: URL): { lat: number; lng: number } | string | undefined {
  const path = decode(url.pathname).replaceAll('+', ' ')
  if (url.protocol === 'geo:') return findGeoPosition(path, url.searchParams)
  if (/^geohack\./.test(url.hostname) || url.pathname.endsWith('/geohack.php')) return findGeoHack(url.searchParams)
  if (/(?:^|\.)2gis\./.test(url.hostname)) return swap(match(PATH_PAIR, path))
  if (/(?:^|\.)yandex\./.test(url.hostname)) return swap(pairOf(url.searchParams, ['pt', 'll']))
  // On Mapy.com, x and y are only the middle of the map.
  const pin = url.searchParams.get('source') === 'coor' ? swap(pairOf(url.searchParams, ['id'])) : undefined
  return (
    pin ??
    match(GOOGLE_PIN, path) ??
    splitPairOf(url.searchParams) ??
    findWrittenPin(url.searchParams) ??
    pairOf(url.searchParams, PAIR_PARAMETERS) ??
    findPathCoordinates(path) ??
    match(path.includes('/dir/') ? LAST_PATH_PAIR : PATH_PAIR, path.replace(/\/@.*/, '')) ??
    match(GOOGLE_VIEW, path) ??
    pairOf(url.searchParams, ['sp', 'cp', 'map', 'sll']) ??
    match(HASH_VIEW, url.hash)
  )
}

/** RFC 5870, and the `?q=` of phones. Their own coordinates are 0,0 if only the address is known. */
function findGeoPosition(path: string, parameters: URLSearchParams) {
  const found = pairOf(parameters, ['q']) ?? match(PAIR, path.split(';')[0] ?? '')
  const isUnknown = parameters.has('q') && found?.lat === 0 && found.lng === 0
  return isUnknown ? undefined : found
}

/** GeoHack, which Wikipedia links to: `params=45_04_08.4_N_7_41_35.88_E_type:landmark` or `params=45.069;7.6933`. */
function findGeoHack(parameters: URLSearchParams): string | undefined {
  const text = (parameters.get('params') ?? '').replaceAll('_', ' ')
  return /^[\d. ]+[NS][\d. ]+[EW]/i.exec(text)?.[0] ?? /^-?[\d.]+\s*;\s*-?[\d.]+/.exec(text)?.[0]
}

/** Google writes a dropped pin as `/place/45°03'32.0"N 7°42'19.0"E`. */
function findPathCoordinates(path: string): string | undefined {
  return /\/(?:place|search|dir)\/(\d[^/]*[°'"][^/]*[EW])/.exec(path)?.[1]
}

function findWrittenPin(parameters: URLSearchParams): string | undefined {
  return ['q', 'query'].map((name) => parameters.get(name) ?? '').find((text) => WRITTEN_PIN.test(text))
}

function splitPairOf(parameters: URLSearchParams) {
  for (const [latName, lngName] of SPLIT_PARAMETERS) {
    const [lat, lng] = [parameters.get(latName), parameters.get(lngName)]
    if (lat && lng && isNumber(lat) && isNumber(lng)) return { lat: Number(lat), lng: Number(lng) }
  }
  return undefined
}

function pairOf(parameters: URLSearchParams, names: readonly string[]) {
  for (const name of names) {
    const text = parameters.get(name) ?? ''
    const found = ADDRESS.test(text) ? undefined : match(PAIR, text)
    if (found) return found
  }
  return undefined
}

function match(pattern: RegExp, text: string): { lat: number; lng: number } | undefined {
  const [, lat, lng] = pattern.exec(text) ?? []
  return lat === undefined || lng === undefined ? undefined : { lat: Number(lat), lng: Number(lng) }
}

function swap(found: { lat: number; lng: number } | undefined) {
  return found && { lat: found.lng, lng: found.lat }
}

function isNumber(text: string): boolean {
  return new RegExp(`^${NUMBER}$`).test(text)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone percent sign: the text is not percent-encoded.
    return text
  }
}

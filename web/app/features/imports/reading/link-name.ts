import { parsePosition } from '#app/lib/geo/parse-position.ts'

const NAME_IN_PATH = /\/(?:place|search)\/([^/@?]+)/
const NAME_PARAMETERS = ['q', 'query', 'name', 'pagename', 'destination', 'daddr']

/** Returns the name in a link to a map: in its path or among its parameters, unless that is a position. */
export function findLinkName(link: string): string {
  const shared = /^geo:[^(]*\(([^)]+)\)/.exec(decode(link))?.[1]
  if (shared) return shared.replaceAll('+', ' ')
  const names = URL.canParse(link) ? NAME_PARAMETERS.map((name) => new URL(link).searchParams.get(name)) : []
  const inPath = NAME_IN_PATH.exec(link)?.[1]
  const candidates = [inPath && decode(inPath.replaceAll('+', ' ')), ...names]
  const found = candidates.find((name) => name && /\p{L}{2}/u.test(name) && parsePosition(name).kind === 'none') ?? ''
  return found.includes(' ') ? found : found.replaceAll('_', ' ')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

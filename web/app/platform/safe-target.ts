const ANY_ORIGIN = 'http://here.invalid'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a URL parser drops without a word
const DROPPED_BY_PARSERS = /[\t\n\r]|^[\u0000-\u0020]+|[\u0000-\u0020]+$/g
const LEAVES_THE_SITE = /^(?:[a-z][a-z\d+.-]*:|[/\\]\s*[/\\])/i

/**
 * The path, query and hash of a target inside the site, as a browser would read it; undefined when the text leads anywhere
 * else. For every target that comes from outside: query, cookie, form or stored data.
 */
export function toSafeTarget(text: string): string | undefined {
  const cleaned = text.replace(DROPPED_BY_PARSERS, '')
  if (LEAVES_THE_SITE.test(cleaned)) return undefined
  try {
    const url = new URL(cleaned, ANY_ORIGIN)
    return url.origin === ANY_ORIGIN ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}

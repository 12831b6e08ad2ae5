import { invalidContentType, invalidMimeType } from '../errors.ts'

/** Rejects commas everywhere: browsers read the text after a comma as another type and use the last one. */
const TYPE = /^([\w!#$&^.+-]+)\/([\w!#$&^.+*-]+)((?:\s*;\s*[\w!#$&^.+-]+\s*=\s*(?:"[^",]*"|[^\s;",]+))*\s*;?)$/
const LISTED_TYPE = /^[\w!#$&^.+-]+\/([\w!#$&^.+-]+(; ?charset=[\w-]+)?|[\w!#$&^.+-]*\*)$|^\*(\/\*)?$/

/** Returns type and subtype of a Content-Type in lower case, without parameters. Throws when it is malformed. */
function parseMimeType(contentType: string): string {
  const [, type, subtype] = TYPE.exec(contentType.trim()) ?? []
  if (!type || !subtype) throw invalidContentType()
  return `${type}/${subtype}`.toLowerCase()
}

/** Returns true for entries that a bucket's list accepts: `type/subtype`, `type/*` or `*`, at most 1000 characters. */
export function isListableMimeType(entry: string): boolean {
  return entry.length <= 1000 && LISTED_TYPE.test(entry)
}

/** Throws unless the list is empty or contains the type. Parameters such as charset are ignored. */
export function requireAllowedMimeType(contentType: string, allowed: string[] | null): void {
  const requested = parseMimeType(contentType)
  if (!allowed || allowed.length === 0) return
  const isAllowed = allowed.some((entry) => matches(requested, entry.toLowerCase()))
  if (!isAllowed) throw invalidMimeType(contentType)
}

function matches(requested: string, entry: string): boolean {
  if (entry === '*' || entry === '*/*') return true
  const listed = entry.split(';')[0]?.trim() ?? ''
  return listed.endsWith('*') ? requested.startsWith(listed.slice(0, -1)) : requested === listed
}

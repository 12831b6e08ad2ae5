import { invalidContentType, invalidMimeType } from '../errors.ts'

/** No comma anywhere: browsers take what stands behind one for another type, and the last one counts. */
const TYPE = /^([\w!#$&^.+-]+)\/([\w!#$&^.+*-]+)((?:\s*;\s*[\w!#$&^.+-]+\s*=\s*(?:"[^",]*"|[^\s;",]+))*\s*;?)$/
const LISTED_TYPE = /^[\w!#$&^.+-]+\/([\w!#$&^.+-]+(; ?charset=[\w-]+)?|[\w!#$&^.+-]*\*)$|^\*(\/\*)?$/

/** The type and subtype of a Content-Type, without parameters, in lower case. Throws when it cannot be read. */
function parseMimeType(contentType: string): string {
  const [, type, subtype] = TYPE.exec(contentType.trim()) ?? []
  if (!type || !subtype) throw invalidContentType()
  return `${type}/${subtype}`.toLowerCase()
}

/** Whether a bucket's list may hold this entry: `type/subtype`, `type/*` or `*`, at most 1000 characters. */
export function isListableMimeType(entry: string): boolean {
  return entry.length <= 1000 && LISTED_TYPE.test(entry)
}

/** Throws unless the list is empty or names the type. Parameters such as charset do not count. */
export function requireAllowedMimeType(contentType: string, allowed: string[] | null): void {
  const asked = parseMimeType(contentType)
  if (!allowed || allowed.length === 0) return
  const isAllowed = allowed.some((entry) => matches(asked, entry.toLowerCase()))
  if (!isAllowed) throw invalidMimeType(contentType)
}

function matches(asked: string, entry: string): boolean {
  if (entry === '*' || entry === '*/*') return true
  const listed = entry.split(';')[0]?.trim() ?? ''
  return listed.endsWith('*') ? asked.startsWith(listed.slice(0, -1)) : asked === listed
}

import type { TableColumns } from '../read-place.ts'

/** Google's columns have the same order in every language. */
export const GOOGLE_COLUMNS: TableColumns = { title: 0, description: 1, website: 2 }
/** The column with the comment on a place, which not all lists have. */
export const GOOGLE_COMMENT = 4
const GOOGLE_LINK = /^https?:\/\/(?:[\w-]+\.)*(?:google\.[a-z.]+|goo\.gl)\//i

/** The name of Google's third column in the languages that translate it. */
const LINK_HEADER = /url|^(?:web|nett)adresse$|^网址$|^網址$|^webadres$|^ウェブ/i

/** Returns true for a saved list of Google, whose column names are translated. */
export function isGoogleList(headers: string[], body: string[][]): boolean {
  if (headers.join().toLowerCase().startsWith('title,note,url')) return true
  if (!LINK_HEADER.test(headers[2]?.trim() ?? '') || headers.length > 6) return false
  const links = body.map((row) => row[2]?.trim()).filter(Boolean)
  return links.filter((link) => GOOGLE_LINK.test(link ?? '')).length > links.length / 2
}

import { decodeEntities } from '#app/lib/format/html-entities.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { addByLink } from './create-place.ts'
import { findLinkName } from './link-name.ts'
import { createReading, type FileReading } from './read-place.ts'
import { toLine } from './text/plain-text.ts'

const MAP_LINK = /^(?:https?:\/\/(?:maps\.|[^/]*\/maps|goo\.gl\/maps|maps\.app|[^/]*openstreetmap\.org)|geo:)|[?&]cid=/i
/** The name of a folder, or a link with its text. */
const PART = /<H3\b[^<>]*>([^<]{0,1000})|<A\b[^<>]{0,200}?HREF="([^"<>]{1,8000})"[^<>]*>([^<]{0,1000})|<\/DL/gi

/** Returns true for the bookmarks of a browser, in which Google and others also export saved places. */
export function isBookmarks(text: string): boolean {
  return /^\s*<!DOCTYPE NETSCAPE-Bookmark-file-1/i.test(text)
}

/** Reads the links to maps in exported bookmarks. The folder is the list. Other links are counted. */
export function readBookmarks(file: string, text: string): FileReading {
  const reading = createReading(file, 'Bookmarks')
  const folders: string[] = []
  for (const [part, folder, link, name = ''] of text.matchAll(PART)) {
    if (folder !== undefined) folders.push(toLine(folder, 120))
    else if (!link) folders.pop()
    else addBookmark(reading, decodeEntities(link), name, folders.at(-1) ?? '')
    if (!part) break
  }
  if (reading.places.length === 0 && reading.otherCount > 0) reading.notes.push('None of its links leads to a map.')
  return reading
}

function addBookmark(reading: FileReading, link: string, name: string, list: string): void {
  const isMap = MAP_LINK.test(link) || (/^https?:/i.test(link) && parsePosition(link).kind === 'point')
  if (isMap) addByLink(reading, { title: name || findLinkName(link), list }, link)
  else reading.otherCount += 1
}

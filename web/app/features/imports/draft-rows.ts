import type { CategoryId } from '#app/features/categories/categories.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { formatDegrees } from '#app/lib/geo/coordinates.ts'
import { findCategoryWord } from './category-words.ts'
import type { FilesReading } from './reading/read-files.ts'
import { type PlaceDetails, type PlacePhoto, READING_LIMITS, type ReadPlace } from './reading/read-place.ts'
import { shorten, toLine } from './reading/text/plain-text.ts'
import { findCategory } from './source-categories.ts'

const MAX_TITLE = 200

/** The planned outcome of a row, as far as the preview can tell. */
export type DraftState = 'new' | 'public' | 'mine' | 'found' | 'pinless' | 'unreadable'

/** A place of the preview, which a person can correct before it is imported. */
export interface DraftRow {
  number: number
  title: string
  category: CategoryId
  lng: number | null
  lat: number | null
  description: string
  address: string
  website: string
  tags: string[]
  list: string
  state: DraftState
  /** A sentence on the state, such as "On the map already: Al Bicerin, 6 m". */
  reason: string
  isSkipped: boolean
  /** The city or spot, found by name, that provides the position of a row without one. Empty if none was found. */
  foundAs: string
  /** Set for rows with a source, and for those of a Hereabouts archive. */
  details?: PlaceDetails
  /** The photos of the place in the archive. */
  photos?: PlacePhoto[]
}

/** Turns everything read from files into rows with numbers from 1. Rows past the limit are left out. */
export function createDraftRows({ readings }: FilesReading): DraftRow[] {
  const rows: DraftRow[] = []
  for (const { places, unreadable } of readings) {
    for (const place of places) if (rows.length < READING_LIMITS.places) rows.push(toRow(place, rows.length + 1))
    for (const { title, reason } of unreadable) {
      if (rows.length >= READING_LIMITS.places) break
      const name = toLine(title, MAX_TITLE) || 'Untitled'
      rows.push({ ...toRow(EMPTY, rows.length + 1), title: name, state: 'unreadable', reason })
    }
  }
  return rows
}

/** Returns a sentence if the files have more rows than one import takes, else undefined. */
export function describeOverflow({ readings }: FilesReading): string | undefined {
  const count = readings.reduce((sum, { places, unreadable }) => sum + places.length + unreadable.length, 0)
  const beyond = count - READING_LIMITS.places
  if (beyond <= 0) return undefined
  const limit = formatNumber(READING_LIMITS.places)
  const omitted = `The last ${formatNumber(beyond)} are left out. Split the file to import them too.`
  return `One import can have at most ${limit} places. ${omitted}`
}

const EMPTY: ReadPlace = {
  title: '',
  point: null,
  description: '',
  address: '',
  website: '',
  sourceCategory: '',
  tags: [],
  list: '',
}

function toRow(place: ReadPlace, number: number): DraftRow {
  const { point, title, description, address, website, tags, list, details, photos, attribution } = place
  return {
    number,
    title: shorten(title || address || (point ? `Place at ${formatDegrees(point)}` : 'Untitled'), MAX_TITLE),
    category: guessCategory(place),
    lng: point?.lng ?? null,
    lat: point?.lat ?? null,
    description,
    address,
    website,
    tags,
    list,
    state: point ? 'new' : 'pinless',
    reason: point ? '' : describeMissing(address),
    isSkipped: false,
    foundAs: '',
    ...((details || attribution) && { details: { ...details, ...(attribution && { attribution }) } }),
    ...(photos && { photos }),
  }
}

function describeMissing(address: string): string {
  return address ? 'No position: address only' : 'No position: name only'
}

/** Guesses the category from the words of the source, most specific first, then from the title and the list. */
function guessCategory({ sourceCategory, tags, title, list }: ReadPlace): CategoryId {
  const words = [sourceCategory, ...toWords(sourceCategory), ...tags, ...toWords(title), ...toWords(list)]
  for (const word of words) {
    const category = word ? (findCategory(word) ?? findCategoryWord(word)) : null
    if (category) return category
  }
  return 'curiosity'
}

function toWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u)
}

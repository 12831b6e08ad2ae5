/** A place as a file describes it. Without a point, the member has to place a pin. */
export interface ReadPlace {
  /** Empty if the file has no name for it. */
  title: string
  point: { lng: number; lat: number } | null
  description: string
  address: string
  website: string
  /** The category in the words of the source, or empty. */
  sourceCategory: string
  tags: string[]
  /** The list or folder of the file that contains it, or empty. */
  list: string
  /** Photos that the file refers to, until they are found in its archive. */
  pictures?: NamedPicture[]
  /** Photos in the archive. */
  photos?: PlacePhoto[]
  /** Set for content that others wrote. */
  attribution?: Attribution
  /** Set for places of a Hereabouts archive, and of other files that Hereabouts exported. */
  details?: Partial<ArchivedDetails>
}

/** The source and the licence of a place that others wrote. */
export type Attribution = {
  /** The name of the source, such as "OpenStreetMap". */
  name: string
  author?: string
  /** The page of the place there. */
  url?: string
  license_name: string
  license_url?: string
}

/** A reference to a photo, by a path relative to the file. */
export interface NamedPicture {
  name: string
  alt: string
}

/** A photo of a place or story in an archive. */
export interface PlacePhoto {
  /** The name in the archive, preceded by those of nested archives. */
  path: string[]
  /** The index of the chosen file. */
  file: number
  alt: string
  /** ISO 8601. */
  takenAt?: string
  /** When it was added on the site of a Hereabouts archive: ISO 8601. */
  addedAt?: string
  /** The reason, in a sentence, if it cannot be imported. */
  reason?: string
  isCover?: boolean
  /** The id on the site of a Hereabouts archive. */
  source?: string
  /** True for a photo of the member's review. */
  isOfReview?: boolean
}

/** The details of a place besides its columns: its source, and those that only files of Hereabouts contain. */
export type PlaceDetails = Partial<ArchivedDetails> & { attribution?: Attribution }

/** The details of a place that only files of Hereabouts contain, most of them only its archives. */
export interface ArchivedDetails {
  /** The id of the spot on the site that it comes from. */
  source: string
  visibility?: 'public' | 'members' | 'link' | 'private'
  status?: 'draft' | 'closed'
  precision?: 'exact' | 'area'
  access?: 'free' | 'fee' | 'customers' | 'permit' | 'unknown'
  /** The note on the place in its list. */
  note?: string
  /** The day of the visit: YYYY-MM-DD. */
  went_on?: string
  review?: { rating: number; body: string; created_at?: string }
  /** When the place was put on its list: ISO 8601. */
  added_at?: string
  /** The dates of a spot that the member wrote: ISO 8601. */
  created_at?: string
  published_at?: string
  confirmed_at?: string
}

/** A row that cannot be a place, with the reason in a sentence. */
interface UnreadableRow {
  title: string
  reason: string
  /** The place if its latitude and longitude are swapped. */
  swapped?: ReadPlace
}

/** The result of reading one file. */
export interface FileReading {
  /** The name of the file, inside its archive if it was in one. */
  file: string
  /** The format in words, such as "GPX". */
  format: string
  places: ReadPlace[]
  unreadable: UnreadableRow[]
  /** The number of tracks, routes, lines, areas and links, which are not places. */
  otherCount: number
  /** Sentences about the file as a whole. */
  notes: string[]
  /** The columns of a table, so that a person can correct the guess. */
  table?: TableReading
}

/** The first rows of a table and the column chosen for each field. */
export interface TableReading {
  /** The index of the chosen file that is or contains the table. */
  chosenFile: number
  headers: string[]
  sample: string[][]
  columns: TableColumns
}

/** The fields that a column of a table can hold. */
export type TableField =
  | 'title'
  | 'lat'
  | 'lng'
  | 'position'
  | 'description'
  | 'address'
  | 'website'
  | 'category'
  | 'tags'
  | 'list'

/** The index of the column for each field that has one. */
export type TableColumns = Partial<Record<TableField, number>>

/** The columns that a person chose for the tables of one chosen file, by the names of the tables. */
export type ColumnsByTable = ReadonlyMap<string, TableColumns>

/** A file that cannot be read at all. The message is a sentence for the person who chose it. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

/** Creates an empty reading. */
export function createReading(file: string, format: string): FileReading {
  return { file, format, places: [], unreadable: [], otherCount: 0, notes: [] }
}

/** The limits of one import. Files beyond them are rejected with a message, and rows beyond them are left out. */
export const READING_LIMITS = {
  /** The maximum number of rows in all files together. */
  places: 100_000,
  /** The maximum size of a chosen file before unpacking, in bytes. */
  fileBytes: 200 * 1024 * 1024,
  /** The maximum size of a single file after unpacking, in bytes. */
  textBytes: 64 * 1024 * 1024,
  /** The maximum size of all files of an archive after unpacking, in bytes. */
  archiveBytes: 128 * 1024 * 1024,
  /** The maximum number of files read from one archive. */
  archiveFiles: 500,
  /** The maximum number of characters in one line of a text file. */
  lineLength: 1_000_000,
} as const

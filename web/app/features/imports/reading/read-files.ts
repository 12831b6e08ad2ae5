import { pickPlural } from '#app/lib/format/numbers.ts'
import { gunzip, isGzip } from './archive/gunzip.ts'
import { findOwnArchive, type OwnArchive } from './archive/own-archive.ts'
import { readOwnArchive } from './archive/read-own-archive.ts'
import { PHOTO_IS_MISSING, resolvePictures } from './archive/resolve-pictures.ts'
import { placeSidecars, splitSidecars } from './archive/takeout-photos.ts'
import {
  createBudget,
  isZip,
  openInnerZips,
  type PackedFile,
  type PackedPhoto,
  PROTECTED,
  TOO_LARGE,
  type UnpackedArchive,
  unzip,
  unzipBlob,
} from './archive/unpack.ts'
import { rejectEmpty } from './read-json.ts'
import { type ColumnsByTable, type FileReading, READING_LIMITS, UnreadableFileError } from './read-place.ts'
import { readText, SAVE_AS_CSV, SPREADSHEET } from './read-text.ts'

/** A file that could not be read, with the reason in a sentence. */
interface FileProblem {
  file: string
  reason: string
}

/** Everything read from one chosen file. An archive has one reading per file. */
export interface FilesReading {
  readings: FileReading[]
  problems: FileProblem[]
  /** The lists and stories of a Hereabouts archive. */
  archive?: OwnArchive
}

/** The archive that contains a file, and the columns chosen for its tables. */
interface Surroundings {
  /** The names of the enclosing archives, outermost first, without that of the chosen file. */
  path: string[]
  isInside: boolean
  columns?: ColumnsByTable | undefined
}

const FILE_TOO_LARGE = 'It is larger than 200 MB.'
/** A KML document with links to others, but without a place. */
const LINKS_ONLY = /^(?=[\s\S]*<(?:\w+:)?NetworkLink[\s>])(?![\s\S]*<(?:\w+:)?Placemark[\s>])/
const OUTSIDE: Surroundings = { path: [], isInside: false }
/** Names of icons and previews, which do not count as photos. */
const DECORATION = /(?:^|[/_-])(?:icons?|symbols?|thumb(?:nail)?s?)(?:[/_.-]|\d)/i

/** Reads one chosen file of any format. Never throws: files that cannot be read become problems. */
export function readFile(name: string, bytes: Uint8Array, columns?: ColumnsByTable): FilesReading {
  const result: FilesReading = { readings: [], problems: [] }
  readInto(result, { name, bytes }, { ...OUTSIDE, columns })
  return result
}

/**
 * Reads one chosen file like {@link readFile}. Of an archive, only the directory and the files with places are kept
 * in memory, so archives with many photos can be read, too.
 */
export async function readBlob(name: string, file: Blob, columns?: ColumnsByTable): Promise<FilesReading> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const result: FilesReading = { readings: [], problems: [] }
  if (isZip(start)) await readZip(result, name, file, columns)
  // Checked before the file is in memory.
  else if (file.size > READING_LIMITS.fileBytes) result.problems.push({ file: name, reason: FILE_TOO_LARGE })
  else return readFile(name, new Uint8Array(await file.arrayBuffer()), columns)
  return result
}

/** Reads an archive and the ZIP files inside it, such as the parts of a Takeout. */
async function readZip(
  result: FilesReading,
  name: string,
  file: Blob,
  columns: ColumnsByTable | undefined,
): Promise<void> {
  try {
    const budget = createBudget()
    const archive = await unzipBlob(file, budget)
    const { inner, problems } = await openInnerZips(file, budget)
    result.problems.push(...problems)
    if (inner.length === 0 || archive.files.length > 0)
      readOrExplain(result, name, () => readArchive(result, name, archive, { ...OUTSIDE, columns }))
    for (const { name: part, blob } of inner) {
      const unpacked = await unzipBlob(blob, budget).catch((error: unknown) => {
        result.problems.push({ file: part, reason: explain(error) })
      })
      if (unpacked)
        readOrExplain(result, part, () =>
          readArchive(result, part, unpacked, { path: [part], isInside: false, columns }),
        )
    }
  } catch (error) {
    result.problems.push({ file: name, reason: explain(error) })
  }
}

/** Adds the reading of one of several chosen files. Its photos refer to the file by index. */
export function addReading(whole: FilesReading, { readings, problems, archive }: FilesReading, file: number): void {
  const places = readings.flatMap((reading) => reading.places)
  for (const { photos = [] } of [...places, ...(archive?.stories ?? [])]) for (const photo of photos) photo.file = file
  if (archive?.picture) archive.picture.file = file
  for (const { table } of readings) if (table) table.chosenFile = file
  whole.readings.push(...readings)
  whole.problems.push(...problems)
  if (archive) whole.archive = archive
}

function readInto(result: FilesReading, { name, bytes }: PackedFile, around: Surroundings): void {
  readOrExplain(result, name, () => {
    if (bytes.length === 0) throw new UnreadableFileError('It is empty.')
    if (bytes.length > READING_LIMITS.fileBytes) throw new UnreadableFileError(FILE_TOO_LARGE)
    if (isZip(bytes)) readArchive(result, name, unzip(bytes), around)
    else
      result.readings.push(
        rejectEmpty(readText(name, isGzip(bytes) ? gunzip(bytes) : bytes, around.columns?.get(name))),
      )
  })
}

function readOrExplain(result: FilesReading, file: string, read: () => void): void {
  try {
    read()
  } catch (error) {
    result.problems.push({ file, reason: explain(error) })
  }
}

function explain(error: unknown): string {
  return error instanceof UnreadableFileError ? error.message : 'It is damaged and cannot be read.'
}

function readArchive(result: FilesReading, name: string, archive: UnpackedArchive, around: Surroundings): void {
  if (SPREADSHEET.test(name)) throw new UnreadableFileError(SAVE_AS_CSV)
  const own = around.path.length > 0 ? undefined : findOwnArchive(archive.account)
  const before = result.readings.length
  if (archive.omittedCount > 0) result.problems.push({ file: name, reason: describeOmitted(archive.omittedCount) })
  for (const file of archive.tooLarge) result.problems.push({ file, reason: TOO_LARGE })
  for (const file of archive.locked) result.problems.push({ file, reason: PROTECTED })
  let left = archive.photos
  if (own) {
    markMissing(own, archive.photos)
    result.readings.push(...readOwnArchive(archive.files, own))
    result.archive = own
    left = [...own.photos.values()].flat().map(({ path }) => ({ name: path[0] ?? '', size: 0 }))
  } else {
    const used = readUnpacked(result, name, archive, around)
    left = archive.photos.filter((photo) => !used.has(photo.name) && !DECORATION.test(photo.name))
  }
  if (left.length > 0 && result.readings.length > before) result.readings.at(-1)?.notes.push(describeLeft(left.length))
}

function describeOmitted(count: number): string {
  const files = pickPlural(count, 'One file was', `${count} files were`)
  return `${files} not read, because the archive has more than ${READING_LIMITS.archiveFiles}. Choose the others separately.`
}

/** Marks the photos that are missing from a Hereabouts archive. */
function markMissing({ photos, stories, picture }: OwnArchive, packed: PackedPhoto[]): void {
  const names = new Set(packed.map(({ name }) => name))
  const all = [
    ...[...photos.values()].flat(),
    ...stories.flatMap((story) => story.photos),
    ...(picture ? [picture] : []),
  ]
  for (const photo of all) if (!names.has(photo.path[0] ?? '')) photo.reason = PHOTO_IS_MISSING
}

function describeLeft(count: number): string {
  const photos = pickPlural(count, 'one photo that belongs', `${count} photos that belong`)
  return `The archive has ${photos} to none of these places. You can add them later on the pages of the spots.`
}

/** Reads the files of an archive, and returns the names of the photos that belong to their places. */
function readUnpacked(result: FilesReading, name: string, archive: UnpackedArchive, around: Surroundings): Set<string> {
  const { photos, tooLarge } = archive
  const { isInside, path, columns } = around
  const [unpacked, sidecars] = splitSidecars(archive.files, photos)
  const files = unpacked.filter((file) => !isInside || !file.name.toLowerCase().endsWith('.kmz'))
  const documents = files.filter((file) => file.name.toLowerCase().endsWith('.kml'))
  const used = new Set<string>()
  const readDocument = (file: PackedFile, document: string) => {
    const before = result.readings.length
    readInto(result, file, { isInside: true, path: [...path, document], columns })
    for (const photo of resolvePictures(result.readings.slice(before), document, { photos, path })) used.add(photo)
  }
  const isKmz =
    isInside || name.toLowerCase().endsWith('.kmz') || (documents.length > 0 && documents.length === files.length)
  if (!isKmz) {
    if (files.length === 0 && tooLarge.length === 0)
      throw new UnreadableFileError('There is no file in it that we can read.')
    const before = result.readings.length
    for (const file of files) readDocument(file, file.name)
    placeSidecars(sidecars, result.readings.slice(before))
    for (const photo of resolvePictures(result.readings.slice(before), '', { photos, path })) used.add(photo)
    return used
  }
  // Reads only the main document; the others are parts that it links to.
  const main =
    documents.find((file) => /^(?:\.\/)?doc\.kml$/i.test(file.name)) ??
    documents.find(isAtTop) ??
    (documents.length === 1 ? documents[0] : undefined)
  // Organic Maps exports each list as a document of its own, with or without a main one that only links to them.
  if (documents.length > 1 && (!main || LINKS_ONLY.test(new TextDecoder().decode(main.bytes)))) {
    for (const document of documents) if (document !== main) readDocument(document, document.name)
    return used
  }
  if (!main && tooLarge.length > 0) return used
  if (!main) throw new UnreadableFileError('There is no KML file in it.')
  const before = result.problems.length
  readDocument({ name, bytes: main.bytes }, main.name)
  if (result.problems.length === before) for (const reading of result.readings.slice(-1)) reading.format = 'KMZ'
  return used
}

function isAtTop({ name }: PackedFile): boolean {
  return !name.includes('/')
}

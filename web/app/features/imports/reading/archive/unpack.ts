import { type UnzipFileInfo, unzipSync } from 'fflate'
import { READING_LIMITS, UnreadableFileError } from '../read-place.ts'
import { isPhotoFile } from './photo-name.ts'
import { listZipEntries, openZipEntry, readZipEntry, repairName } from './zip-directory.ts'

/** One file of an archive. */
export interface PackedFile {
  name: string
  bytes: Uint8Array
}

/** A photo in an archive. It is unpacked only when it is sent. */
export interface PackedPhoto {
  name: string
  /** Bytes after unpacking, as the archive states them. */
  size: number
}

/** The files of an archive that may hold places. */
export interface UnpackedArchive {
  files: PackedFile[]
  /** Names of the files that are too large to read. */
  tooLarge: string[]
  /** Names of the files that are protected with a password. */
  locked: string[]
  photos: PackedPhoto[]
  /** The number of files that were not read because the archive contains too many. */
  omittedCount: number
  /** `hereabouts/account.json` of a Hereabouts archive. */
  account?: Uint8Array
}

// Contacts, calendars and training files are left out, because every Takeout contains them.
const READABLE =
  /\.(?:kml|kmz|gpx|loc|geojson|geojsonl|topojson|ndjson|jsonl?|csv|tsv|txt|osm|umap|wiki|georss|rss|atom|ov2)(?:\.gz)?$/i
/** Files of Google, operating systems and our own export that contain no places. */
const IGNORED = /(?:^|\/)(?:__MACOSX|\.)|archive_browser\.html$|(?:^|\/)hereabouts\/(?:account|[a-z]+\.schema)\.json$/i
const MAX_INNER_ZIPS = 50
/** The file that identifies a Hereabouts archive. */
const ACCOUNT = 'hereabouts/account.json'
/** The reason for files that are protected with a password. */
export const PROTECTED = 'It is protected with a password. Unpack it first.'
/** The reason for files that are not unpacked because of their size. */
export const TOO_LARGE = 'It is too large when unpacked. Choose only the files in it that contain places.'

/** Returns true if the bytes are a ZIP archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/**
 * Unpacks the files of an archive that may hold places. The sizes that the archive states are checked first, and no
 * file unpacks to more. Files beyond the limits are reported and the others are read, since a Takeout may also contain
 * a large location history. Nothing is written to disk, so malicious file names are harmless. Throws
 * UnreadableFileError.
 */
export function unzip(bytes: Uint8Array): UnpackedArchive {
  // Bit 0 of the flags in the first header: encrypted.
  if (((bytes[6] ?? 0) & 1) === 1) throw new UnreadableFileError(PROTECTED)
  const choice = createChoice()
  try {
    const filter = ({ name, originalSize }: UnzipFileInfo) => choice.takes(repairName(name), originalSize)
    const unpacked = Object.entries(unzipSync(bytes, { filter }))
    return choice.collect(unpacked.map(([name, content]) => ({ name: repairName(name), bytes: content })))
  } catch {
    throw new UnreadableFileError('The archive is damaged. Please download it again.')
  }
}

/** The bytes and files that may still be unpacked from a chosen file, including the archives inside it. */
interface Budget {
  bytes: number
  files: number
}

export function createBudget(): Budget {
  return { bytes: READING_LIMITS.archiveBytes, files: READING_LIMITS.archiveFiles }
}

/** An archive inside an archive, such as a part of a Takeout. */
export interface InnerArchive {
  name: string
  blob: Blob
}

/**
 * Opens the ZIP files inside an archive. Those that cannot be read are returned as problems, with the reason in a
 * sentence.
 */
export async function openInnerZips(
  archive: Blob,
  budget: Budget,
): Promise<{ inner: InnerArchive[]; problems: { file: string; reason: string }[] }> {
  const found = (await listZipEntries(archive)).filter(({ name }) => /\.zip$/i.test(name) && !IGNORED.test(name))
  const inner: InnerArchive[] = []
  const problems: { file: string; reason: string }[] = []
  for (const entry of found.slice(0, MAX_INNER_ZIPS)) {
    try {
      const blob = await openZipEntry(archive, entry, budget.bytes)
      if (entry.method !== 0) budget.bytes -= entry.size
      inner.push({ name: entry.name, blob })
    } catch (error) {
      problems.push({ file: entry.name, reason: error instanceof UnreadableFileError ? error.message : TOO_LARGE })
    }
  }
  for (const { name } of found.slice(MAX_INNER_ZIPS)) problems.push({ file: name, reason: TOO_LARGE })
  return { inner, problems }
}

/** Unpacks an archive like {@link unzip}, reading only the files that it needs. Throws UnreadableFileError. */
export async function unzipBlob(archive: Blob, budget = createBudget()): Promise<UnpackedArchive> {
  const choice = createChoice(budget)
  const chosen = (await listZipEntries(archive)).filter(({ name, size }) => choice.takes(name, size))
  const readable = chosen.filter(({ isEncrypted }) => !isEncrypted)
  if (chosen.length > 0 && readable.length === 0) throw new UnreadableFileError(PROTECTED)
  const files: PackedFile[] = []
  for (const entry of readable) {
    files.push({ name: entry.name, bytes: await readZipEntry(archive, entry, READING_LIMITS.textBytes) })
  }
  return { ...choice.collect(files), locked: chosen.filter(({ isEncrypted }) => isEncrypted).map(({ name }) => name) }
}

/** Chooses the files of an archive within the limits, and takes them from the budget. */
function createChoice(budget = createBudget()) {
  let omittedCount = 0
  const photos: PackedPhoto[] = []
  const tooLarge: string[] = []
  return {
    takes(name: string, size: number): boolean {
      if (!IGNORED.test(name) && isPhotoFile(name)) photos.push({ name, size })
      if (name !== ACCOUNT && (!READABLE.test(name) || IGNORED.test(name))) return false
      if (size > READING_LIMITS.textBytes || size > budget.bytes) {
        tooLarge.push(name)
        return false
      }
      if (budget.files === 0) {
        omittedCount += 1
        return false
      }
      budget.files -= 1
      budget.bytes -= size
      return true
    },
    collect(unpacked: PackedFile[]): UnpackedArchive {
      const account = unpacked.find(({ name }) => name === ACCOUNT)?.bytes
      const files = unpacked.filter(({ name }) => name !== ACCOUNT)
      return { files, tooLarge, locked: [], photos, omittedCount, ...(account && { account }) }
    },
  }
}

import { Gunzip, unzipSync } from 'fflate'
import { READING_LIMITS, UnreadableFileError } from './read-place.ts'

/** One file of an archive. */
export interface PackedFile {
  name: string
  bytes: Uint8Array
}

const READABLE = /\.(?:kml|kmz|gpx|geojson|geojsonl|ndjson|jsonl?|csv|tsv|txt|osm|umap|wiki)(?:\.gz)?$/i
/** Files of Google, operating systems and our own export that contain no places. */
const IGNORED = /(?:^|\/)(?:__MACOSX|\.)|archive_browser\.html$|(?:^|\/)hereabouts\/(?:account|[a-z]+\.schema)\.json$/i
const PHOTO = /\.(?:jpe?g|png|heic|heif|webp)$/i
/** The file that identifies a Hereabouts archive. */
const ACCOUNT = 'hereabouts/account.json'
/** The reason for files that are not unpacked because of their size. */
export const TOO_LARGE = 'It unpacks to more than we read at once. Choose only the files with places from it.'

/** Returns true if the bytes are a ZIP archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/** Returns true if the bytes are gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/**
 * Unpacks the files of an archive that may hold places. The sizes that the archive states are checked first and are
 * then the most that is unpacked. Files beyond the limits are named, and the others are read: a Takeout may also have the
 * history of all journeys. Photos are only counted. Names are only names: nothing is written anywhere. `account` is the
 * description of our own export, if the archive is one.
 */
export function unzip(bytes: Uint8Array): {
  files: PackedFile[]
  tooLarge: string[]
  photoCount: number
  account?: Uint8Array
} {
  // Bit 0 of the flags in the first header: encrypted.
  if (((bytes[6] ?? 0) & 1) === 1) throw new UnreadableFileError('It is protected with a password. Unpack it first.')
  let total = 0
  let count = 0
  let photoCount = 0
  const tooLarge: string[] = []
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!IGNORED.test(name) && PHOTO.test(name)) photoCount += 1
        if (name !== ACCOUNT && (!READABLE.test(name) || IGNORED.test(name))) return false
        if (originalSize > READING_LIMITS.textBytes || total + originalSize > READING_LIMITS.archiveBytes) {
          tooLarge.push(name)
          return false
        }
        total += originalSize
        count += 1
        return count <= READING_LIMITS.archiveFiles
      },
    })
    const { [ACCOUNT]: account, ...others } = unpacked
    const files = Object.entries(others).map(([name, content]) => ({ name, bytes: content }))
    return { files, tooLarge, photoCount, ...(account && { account }) }
  } catch {
    throw new UnreadableFileError('The archive is damaged. Please download it again.')
  }
}

/** Unpacks a gzip file, up to the limit. */
export function gunzip(bytes: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = []
  let total = 0
  const stream = new Gunzip((chunk) => {
    total += chunk.length
    if (total > READING_LIMITS.textBytes) throw new UnreadableFileError(TOO_LARGE)
    chunks.push(chunk)
  })
  try {
    const step = 65_536
    for (let index = 0; index < bytes.length; index += step) {
      stream.push(bytes.subarray(index, index + step), index + step >= bytes.length)
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error
    throw new UnreadableFileError('The file is damaged. Please download it again.')
  }
  const whole = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

import { isZip } from './reading/archive/unpack.ts'
import { listZipEntries, openZipEntry, readZipEntry, type ZipEntry } from './reading/archive/zip-directory.ts'
import { READING_LIMITS, UnreadableFileError } from './reading/read-place.ts'

/** The maximum size of a photo in bytes, the same as on the server. */
const MAX_PHOTO_BYTES = 25 * 1024 * 1024

/** A photo in one of the chosen files. */
export interface PhotoPlace {
  /** The index of the file. */
  file: number
  path: string[]
}

interface OpenArchive {
  blob: Blob
  entries: Map<string, ZipEntry>
}

/**
 * Creates a reader of the photos in archives, which unpacks one at a time. It throws UnreadableFileError with a
 * sentence about the photo.
 */
export function createPhotoReader(files: Blob[]): (photo: PhotoPlace) => Promise<Blob> {
  const open = new Map<string, Promise<OpenArchive>>()
  const openArchive = (key: string, load: () => Promise<Blob>) => {
    const known = open.get(key) ?? load().then(openZip)
    open.set(key, known)
    return known
  }
  return async ({ file, path }) => {
    const chosen = files[file]
    if (!chosen) throw new UnreadableFileError('Its file is no longer on this device.')
    let key = String(file)
    let archive = await openArchive(key, async () => chosen)
    for (const name of path.slice(0, -1)) {
      const outer = archive
      key += `\n${name}`
      archive = await openArchive(key, () => openEntry(outer, name))
    }
    return unpack(archive, path.at(-1) ?? '', MAX_PHOTO_BYTES)
  }
}

async function openZip(blob: Blob): Promise<OpenArchive> {
  if (!isZip(new Uint8Array(await blob.slice(0, 4).arrayBuffer()))) throw new UnreadableFileError('It is not a ZIP.')
  const entries = await listZipEntries(blob)
  return { blob, entries: new Map(entries.map((entry) => [entry.name, entry])) }
}

function openEntry(archive: OpenArchive, name: string): Promise<Blob> {
  return openZipEntry(archive.blob, getEntry(archive, name), READING_LIMITS.archiveBytes)
}

async function unpack(archive: OpenArchive, name: string, maxBytes: number): Promise<Blob> {
  return new Blob([await readZipEntry(archive.blob, getEntry(archive, name), maxBytes)])
}

function getEntry({ entries }: OpenArchive, name: string): ZipEntry {
  const entry = entries.get(name)
  if (!entry) throw new UnreadableFileError('The archive does not contain it.')
  return entry
}

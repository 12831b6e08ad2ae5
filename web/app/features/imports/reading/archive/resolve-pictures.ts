import type { FileReading, NamedPicture, PlacePhoto } from '../read-place.ts'
import { shorten } from '../text/plain-text.ts'
import type { PackedPhoto } from './unpack.ts'

/** An archive whose documents refer to photos. */
interface PhotoArchive {
  photos: PackedPhoto[]
  /** The names of the enclosing archives and its own. Empty for the chosen file. */
  path: string[]
}

/** The reason for photos that are missing from the archive. */
export const PHOTO_IS_MISSING = 'The archive does not contain this photo.'

/**
 * Finds the photos that the places of a document refer to in its archive. Returns the names of the photos found.
 * Paths only select entries of the archive, so they cannot reach other files.
 */
export function resolvePictures(readings: FileReading[], document: string, archive: PhotoArchive): Set<string> {
  const used = new Set<string>()
  const find = createFinder(document, archive.photos)
  for (const place of readings.flatMap(({ places }) => places)) {
    const { pictures } = place
    if (!pictures) continue
    delete place.pictures
    const photos = new Map<string, PlacePhoto>()
    for (const picture of pictures) {
      const name = find(picture)
      if (name !== undefined) used.add(name)
      const photo = { path: [...archive.path, name ?? picture.name], file: 0, alt: shorten(picture.alt, 500) }
      const key = name ?? picture.name
      if (!photos.has(key)) photos.set(key, name === undefined ? { ...photo, reason: PHOTO_IS_MISSING } : photo)
    }
    place.photos = [...(place.photos ?? []), ...photos.values()]
  }
  return used
}

/** Searches beside the document, then from the top of the archive, then by the name alone if only one file has it. */
function createFinder(document: string, photos: PackedPhoto[]) {
  const byPath = new Map(photos.map(({ name }) => [toKey(name, ''), name]))
  const byName = Map.groupBy(photos, ({ name }) => toKey(name, '').replace(/^.*\//, ''))
  return ({ name }: NamedPicture): string | undefined => {
    const found = byPath.get(toKey(name, document)) ?? byPath.get(toKey(name, ''))
    const alike = byName.get(toKey(name, '').replace(/^.*\//, ''))
    return found ?? (alike?.length === 1 ? alike[0]?.name : undefined)
  }
}

/** Returns the normalised path of a file relative to a document, with composed accents. `..` stops at the top. */
function toKey(name: string, document: string): string {
  const base = new URL('file:///')
  base.pathname = document.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
  const path = name.replaceAll('\\', '/').replaceAll(/[?#]/g, encodeURIComponent)
  const { pathname } = URL.canParse(path, base) ? new URL(path, base) : base
  try {
    return decodeURIComponent(pathname).normalize('NFC').toLowerCase()
  } catch {
    return pathname.toLowerCase()
  }
}

import * as v from 'valibot'
import { parseJson } from '../parse-json.ts'
import type { PlacePhoto } from '../read-place.ts'
import { decodeText } from '../text/decode-text.ts'
import { shorten } from '../text/plain-text.ts'
import { ArchiveDate } from './archive-date.ts'
import { findPicture } from './own-picture.ts'
import { type ArchivedRecord, listRecords } from './own-records.ts'

const Text = v.fallback(v.string(), '')
const Visibility = v.fallback(v.optional(v.picklist(['public', 'members', 'link', 'private'])), undefined)
const Tags = v.fallback(v.array(v.string()), [])
const Rows = v.fallback(v.array(v.unknown()), [])
const Id = v.fallback(v.nullish(v.string()), undefined)

const Photo = v.object({
  id: v.pipe(v.string(), v.uuid()),
  ...{ spot_id: Id, post_id: Id, review_id: Id, alt_text: Text, created_at: Text },
  taken_at: v.fallback(v.nullish(v.pipe(v.string(), v.isoTimestamp())), undefined),
  position: v.fallback(v.number(), 0),
  /** Missing in version 2. */
  file: v.optional(v.string()),
})
type Photo = v.InferOutput<typeof Photo>

const Account = v.object({
  format: v.literal('hereabouts'),
  lists: v.array(
    v.object({
      ...{ title: v.string(), description: Text, visibility: Visibility, created_at: ArchiveDate },
      kind: v.fallback(v.optional(v.picklist(['own', 'want', 'been'])), undefined),
    }),
  ),
  posts: v.array(
    v.object({
      ...{ id: Text, title: v.string(), summary: Text, body: Text, tags: Tags, visibility: Visibility },
      ...{ created_at: ArchiveDate, published_at: ArchiveDate },
      status: v.fallback(v.optional(v.picklist(['draft', 'pending', 'published', 'closed', 'removed'])), undefined),
      cover_photo_id: v.fallback(v.nullish(v.pipe(v.string(), v.uuid())), undefined),
    }),
  ),
  ...{ photos: Rows, comments: Rows, follows: Rows, blocks: Rows, reviews: Rows },
  ...{ notification_preferences: Rows, mail_schedules: Rows, profile: v.optional(v.unknown()) },
})

type Post = v.InferOutput<typeof Account>['posts'][number]

/** A story of an archive with its own photos. */
type ArchivedStory = Post & { photos: PlacePhoto[] }

/** The photos of an archive by the spot that they belong to. */
export type OwnArchivePhotos = Map<string, PlacePhoto[]>

/** The contents of a Hereabouts archive besides its places. */
export interface OwnArchive {
  lists: v.InferOutput<typeof Account>['lists']
  stories: ArchivedStory[]
  records: ArchivedRecord[]
  /** The profile picture. */
  picture?: PlacePhoto | undefined
  /** The photos of spots that no place has yet. Reading the places removes them from here. */
  photos: OwnArchivePhotos
}

/**
 * Finds the lists, stories and photos of a Hereabouts archive. Returns undefined for version 1, which is read like any
 * other file.
 */
export function findOwnArchive(account: Uint8Array | undefined): OwnArchive | undefined {
  if (!account) return undefined
  try {
    const parsed = parseJson(decodeText(account))
    const found = v.safeParse(Account, 'value' in parsed ? parsed.value : null)
    if (!found.success) return undefined
    const { lists, posts, photos } = found.output
    const known = photos.flatMap((photo) => {
      const read = v.safeParse(Photo, photo)
      return read.success ? [read.output] : []
    })
    const files = nameFiles(known)
    const list = (belongs: (photo: Photo) => boolean) =>
      known.filter(belongs).map((photo) => toPlacePhoto(photo, files))
    const bySpot = Map.groupBy(known, ({ spot_id }) => spot_id ?? '')
    bySpot.delete('')
    return {
      lists,
      records: listRecords(found.output),
      picture: findPicture(found.output.profile),
      stories: posts.map((post) => ({
        ...post,
        photos: list((photo) => !photo.spot_id && (photo.post_id === post.id || photo.id === post.cover_photo_id)),
      })),
      photos: new Map(
        [...bySpot].map(([spot, own]) => [spot, own.toSorted(byPlace).map((photo) => toPlacePhoto(photo, files))]),
      ),
    }
  } catch {
    // Without this file, the places are still read.
    return undefined
  }
}

/** Returns the file names of photos in version 2: by spot or story, numbered in display order. */
function nameFiles(photos: Photo[]): Map<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    photos.toSorted(byPlace).map(({ id, spot_id, post_id, file }) => {
      const folder = spot_id ?? post_id ?? 'unused'
      const number = (counts.get(folder) ?? 0) + 1
      counts.set(folder, number)
      return [id, file ?? `photos/${folder}/${String(number).padStart(3, '0')}.webp`]
    }),
  )
}

function byPlace(a: Photo, b: Photo): number {
  return a.position - b.position || a.created_at.localeCompare(b.created_at)
}

function toPlacePhoto(
  { id, alt_text, taken_at, created_at, review_id }: Photo,
  files: Map<string, string>,
): PlacePhoto {
  return {
    ...{ path: [files.get(id) ?? ''], file: 0, alt: shorten(alt_text, 500), source: id },
    ...(taken_at && { takenAt: taken_at }),
    ...(created_at && { addedAt: created_at }),
    ...(review_id && { isOfReview: true }),
  }
}

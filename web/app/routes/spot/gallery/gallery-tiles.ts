import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatMonth } from '#app/lib/format/dates.ts'
import type { SpotPhoto } from '../spot-page.ts'

/** A picture of the gallery: a photo, or the cover generated from the coordinates. */
export type GalleryTile = { kind: 'photo'; photo: SpotPhoto } | { kind: 'cover' }

/** With fewer photos, the generated cover is the last tile, so that the gallery has no gap. */
const FULL_WITH = 3

/** Returns the tiles of a spot in their order. */
export function listTiles(photos: SpotPhoto[]): GalleryTile[] {
  const tiles: GalleryTile[] = photos.map((photo) => ({ kind: 'photo', photo }))
  return photos.length < FULL_WITH ? [...tiles, { kind: 'cover' }] : tiles
}

/** Describes a photo by text, month and author: "The pass road. September 2026. member-057". */
export function describePhoto({ alt_text, taken_at, author }: SpotPhoto): string {
  const when = taken_at === null ? '' : formatMonth(taken_at)
  const sentence = alt_text.trim().replace(/[.\s]+$/, '')
  return [sentence, when, getMemberName(author)].filter(Boolean).join('. ')
}

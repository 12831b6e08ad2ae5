import type { CategoryId } from '#app/features/categories/categories.ts'
import { hashText } from './random.ts'

/**
 * The data that a cover is drawn from. Use the public point only, so that a blurred spot does not reveal its
 * position.
 */
export type CoverSubject = { category: CategoryId; lng: number; lat: number; title: string }

/**
 * Returns the seed of a cover's random numbers. It is separate from the drawing code, since pages that only link to
 * covers need only the seed.
 */
export function coverSeed({ category, lng, lat, title }: CoverSubject): number {
  const name = title.normalize('NFC').trim().toLowerCase()
  return hashText(`${category}|${lng.toFixed(3)}|${lat.toFixed(3)}|${name}`)
}

/** Returns the subject of the cover of a story without a photo: a walk, laid out by the story's id alone. */
export function storySubject(postId: string): CoverSubject {
  const hash = hashText(postId)
  return { category: 'walk', lng: (hash % 360) - 180, lat: (hash % 170) - 85, title: postId }
}

import type { CategoryId } from '#app/features/categories/categories.ts'
import { plainCover } from './cover.ts'
import type { Theme } from './inks.ts'
import { hashText } from './random.ts'

/** Motifs that stay readable in a circle of 26 px. */
const roundMotifs: readonly CategoryId[] = [
  'summit',
  'coast',
  'spring',
  'castle',
  'art',
  'kitchen',
  'sacred',
  'curiosity',
  'garden',
]

/** Draws the picture of a member who has not set one, from the id alone. */
export function memberCover(memberId: string, theme: Theme): string {
  const hash = hashText(memberId)
  const category = roundMotifs[hash % roundMotifs.length] ?? 'summit'
  return plainCover({ category, lng: (hash % 360) - 180, lat: (hash % 170) - 85, title: memberId }, theme)
}

import type { CoverSubject } from './cover-subject.ts'
import { hashText } from './random.ts'

/** What the cover of a story without a photo is drawn from: a way, laid out by the story's id alone. */
export function storySubject(postId: string): CoverSubject {
  const hash = hashText(postId)
  return { category: 'walk', lng: (hash % 360) - 180, lat: (hash % 170) - 85, title: postId }
}

import type { SpotSummary } from '#app/features/spots/spot-summary.ts'

/** Returns false for a spot that readers of the story may not see, as far as the writer can tell. */
export function isShownToReaders({ visibility, status }: SpotSummary, storyVisibility: string): boolean {
  if (storyVisibility === 'private') return true
  const isOut = status === 'published' || status === 'closed'
  return isOut && (visibility === 'public' || visibility === 'members')
}

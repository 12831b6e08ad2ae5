import { withBase } from '#app/platform/app-config.ts'
import { type CoverSubject, coverSeed } from './cover-subject.ts'
import type { CoverFormat } from './formats.ts'
import type { Theme } from './inks.ts'

/** Changes whenever any motif is drawn differently, so that stored pictures are not mixed with new ones. */
const drawingVersion = 1

/**
 * The address of a spot's cover; it changes with everything that the cover is drawn from, so it may be kept for ever.
 * `linkSecret` opens that of a spot that is shared by a secret link.
 */
export function coverUrl(
  spot: CoverSubject & { id: string },
  format: CoverFormat,
  theme: Theme,
  linkSecret?: string | null,
): string {
  const version = `${drawingVersion}${coverSeed(spot).toString(36)}`
  const query = `v=${version}${linkSecret ? `&link=${linkSecret}` : ''}`
  return withBase(`/cover/${encodeURIComponent(spot.id)}/${format}/${theme}.svg?${query}`)
}

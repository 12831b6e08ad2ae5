import { withBase } from '#app/platform/config/app-config.ts'
import { type CoverSubject, coverSeed } from './cover-subject.ts'
import type { CoverFormat } from './formats.ts'
import type { Theme } from './inks.ts'

/** Increase this whenever a motif changes, so that caches do not mix old and new drawings. */
const drawingVersion = 1

/**
 * Returns the URL of a spot's cover. It changes with everything the cover is drawn from, so the file is immutable.
 * `linkSecret` grants access to a spot shared by a secret link.
 */
export function coverUrl(
  spot: CoverSubject & { id: string },
  format: CoverFormat,
  theme: Theme,
  linkSecret?: string | null,
): string {
  const version = `${drawingVersion}${coverSeed(spot).toString(36)}`
  const query = `v=${version}${linkSecret ? `&link=${encodeURIComponent(linkSecret)}` : ''}`
  return withBase(`/cover/${encodeURIComponent(spot.id)}/${format}/${theme}.svg?${query}`)
}

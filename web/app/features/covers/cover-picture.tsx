import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import type { CoverSubject } from './cover-subject.ts'
import { coverUrl } from './cover-url.ts'
import { type CoverFormat, coverFormats } from './formats.ts'

/**
 * The drawn cover of a spot without a photo, in the chosen theme or the device's. It is decorative: title and category
 * are beside it. The first row of a page sets `priority`.
 */
export function CoverPicture({
  spot,
  format,
  priority = false,
  linkSecret,
}: {
  spot: CoverSubject & { id: string }
  format: CoverFormat
  priority?: boolean
  /** Grants access to the cover of a spot shared by a secret link. */
  linkSecret?: string | null
}) {
  const theme = useChosenTheme()
  const { width, height } = coverFormats[format]
  return (
    <picture className="cover">
      {theme === 'system' && (
        <source media="(prefers-color-scheme: dark)" srcSet={coverUrl(spot, format, 'night', linkSecret)} />
      )}
      <img
        src={coverUrl(spot, format, theme === 'night' ? 'night' : 'day', linkSecret)}
        alt=""
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}

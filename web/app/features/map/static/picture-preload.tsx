import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import type { StaticMapData } from './static-map.server.ts'

const SYSTEM = { day: '(prefers-color-scheme: light)', night: '(prefers-color-scheme: dark)' } as const

/**
 * Preloads the base map of a static map, before the stylesheet that refers to it is parsed. `media` selects the
 * screens that show it.
 */
export function PicturePreload({ urls, media }: { urls: StaticMapData['urls']; media?: string | undefined }) {
  const chosen = useChosenTheme()
  const themes = chosen === 'system' ? (['day', 'night'] as const) : [chosen]
  return themes.map((theme) => (
    <link
      key={theme}
      rel="preload"
      as="image"
      href={urls[theme]}
      fetchPriority="high"
      media={[media, chosen === 'system' && SYSTEM[theme]].filter(Boolean).join(' and ') || undefined}
    />
  ))
}

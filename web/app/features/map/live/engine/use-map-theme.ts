import { useSyncExternalStore } from 'react'
import type { MapTheme } from '../../base-map/map-theme.ts'

const NIGHT_QUERY = '(prefers-color-scheme: dark)'

/**
 * Returns the current theme of the page and follows its changes: `data-theme` on the document, else the device's
 * preference.
 */
export function useMapTheme(): MapTheme {
  return useSyncExternalStore(subscribe, readPageTheme, () => 'day')
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(NIGHT_QUERY)
  const observer = new MutationObserver(onChange)
  media.addEventListener('change', onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    media.removeEventListener('change', onChange)
    observer.disconnect()
  }
}

function readPageTheme(): MapTheme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'day' || chosen === 'night') return chosen
  return matchMedia(NIGHT_QUERY).matches ? 'night' : 'day'
}

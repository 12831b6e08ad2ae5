import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadOnceOnline } from '#app/platform/builds/load-once-online.ts'
import { loadMapLibre } from './engine/use-map-libre.ts'
import type { MapCanvasProps } from './map-canvas.tsx'
import './lazy-map.css'

/** Loads MapLibre ahead of time, for example when the pointer comes near a map that is not live yet. */
export async function preloadMap(): Promise<void> {
  await Promise.all([importMap(), loadMapLibre()])
}

const MapCanvas = lazy(async () => ({ default: (await loadOnceOnline(importMap)).MapCanvas }))

function importMap(): Promise<typeof import('./map-canvas.tsx')> {
  return import('./map-canvas.tsx')
}

/** The properties of a live map, and the placeholder until it is loaded: by default, plain land. */
export type LazyMapProps = MapCanvasProps & { fallback?: ReactNode }

/** A live map that loads MapLibre when it is shown, in the browser only. */
export function LazyMap({ fallback, ...props }: LazyMapProps) {
  const [isBrowser, setIsBrowser] = useState(false)
  useEffect(() => setIsBrowser(true), [])
  const waiting = fallback === undefined ? <div className="map-blank" role="img" aria-label={props.label} /> : fallback
  if (!isBrowser) return waiting
  return (
    <Suspense fallback={waiting}>
      <MapCanvas {...props} />
    </Suspense>
  )
}

import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { ownAssetUrl } from '#app/platform/config/app-config.ts'
import { ISOLINE_SOURCES } from '../../base-map/map-overlay-style.ts'
import type { IsolineFeatures, MarkedPlace } from '../../isolines/isoline-features.ts'
import type { IsolineRequest, IsolineResponse } from '../../isolines/isoline-worker.ts'
import workerUrl from '../../isolines/isoline-worker.ts?worker&url'
import { chooseIsolineStyle, listIsolineOpacities } from '../../isolines/isolines.ts'
import type { MapState } from '../engine/map-state.ts'

const NO_FEATURES: IsolineFeatures = { type: 'FeatureCollection', features: [] }
const FADE_MS = 220

/** Draws isolines for the marked places: computed in a worker after each move, faded in over the previous ones. */
export function useIsolines(
  map: MapLibreMap | undefined,
  places: MarkedPlace[],
  view: MapState | undefined,
  shown: boolean,
): void {
  const worker = useRef<Worker>(undefined)
  const latest = useRef({ request: 0, features: NO_FEATURES, turn: 0 })

  useEffect(() => () => worker.current?.terminate(), [])

  useEffect(() => {
    if (!map) return
    // A new theme replaces the style, and with it the data of its sources.
    const restore = () => showFeatures(map, latest.current, false)
    map.on('style.load', restore)
    return () => {
      map.off('style.load', restore)
    }
  }, [map])

  useEffect(() => {
    if (!map || !view) return
    const show = (features: IsolineFeatures) => {
      latest.current = { ...latest.current, features, turn: 1 - latest.current.turn }
      showFeatures(map, latest.current, true)
    }
    const request = latest.current.request + 1
    latest.current.request = request
    if (!shown || !chooseIsolineStyle(view.zoom) || places.length === 0) {
      show(NO_FEATURES)
      return
    }
    worker.current ??= new Worker(ownAssetUrl(workerUrl), { type: 'module' })
    worker.current.onmessage = ({ data }: MessageEvent<IsolineResponse>) => {
      if (data.request === latest.current.request) show(data.features)
    }
    const { center, zoom, width, height } = view
    const message: IsolineRequest = { request, places, view: { center, zoom, width, height } }
    worker.current.postMessage(message)
  }, [map, places, view, shown])
}

/** Puts the features into the next source and fades the other one out. */
function showFeatures(
  map: MapLibreMap,
  { features, turn }: { features: IsolineFeatures; turn: number },
  isFading: boolean,
): void {
  const { line, tint } = listIsolineOpacities(map.getLayer('street-land') !== undefined)
  ISOLINE_SOURCES.forEach((name, index) => {
    const source = map.getSource<GeoJSONSource>(name)
    if (!source) return
    const isTurn = index === turn
    if (isTurn) source.setData(features)
    map.setPaintProperty(`${name}-line`, 'line-opacity', isTurn ? byZoom(line) : 0)
    map.setPaintProperty(`${name}-tint`, 'fill-opacity', isTurn ? byZoom(tint) : 0)
    if (!isTurn) setTimeout(() => clearSource(map, name, isTurn), isFading ? FADE_MS : 0)
  })
}

/** Empties a faded source, unless it is in use again. */
function clearSource(map: MapLibreMap, name: string, isTurn: boolean): void {
  if (isTurn || !map.style || map.getPaintProperty(`${name}-tint`, 'fill-opacity') !== 0) return
  map.getSource<GeoJSONSource>(name)?.setData(NO_FEATURES)
}

function byZoom(stops: [zoom: number, value: number][]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()]
}

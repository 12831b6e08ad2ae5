import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Box } from '../../density/label-towns.ts'
import { BAND_PX, drawNeatline, findLabelBoxes } from '../../frame/neatline-drawing.ts'
import { readMapState } from '../overlays/use-live-view.ts'

const PANELS = '.map-scale-panel, .map-attribution, .map-controls, .explore-search-on-move'

/** Returns the boxes of the frame's labels, in pixels of the map. */
export function listFrameLabels(map: MapLibreMap): Box[] {
  return findLabelBoxes(drawNeatline(readMapState(map)).labels)
}

/** Returns the boxes that names of streets and places must not touch: the edges, which would cut them off, and panels. */
export function listEdgesAndPanels(map: MapLibreMap): Box[] {
  const container = map.getContainer()
  const origin = container.getBoundingClientRect()
  const { width, height } = origin
  const panels = Array.from(container.parentElement?.querySelectorAll(PANELS) ?? [], (panel): Box => {
    const { left, top, right, bottom } = panel.getBoundingClientRect()
    return { left: left - origin.left, top: top - origin.top, right: right - origin.left, bottom: bottom - origin.top }
  })
  const edges = [
    { left: 0, top: 0, right: width, bottom: BAND_PX },
    { left: 0, top: height - BAND_PX, right: width, bottom: height },
    { left: 0, top: 0, right: BAND_PX, bottom: height },
    { left: width - BAND_PX, top: 0, right: width, bottom: height },
  ]
  return [...edges, ...panels].filter(({ left, top, right, bottom }) => right > left && bottom > top)
}

import { TILE_EXTENT } from '#app/lib/basemap/vector-tile.ts'
import { chooseGraticuleStep, listGraticule } from '../base-map/graticule.ts'
import { interpolateStops } from '../base-map/interpolate-stops.ts'
import { COAST_WIDTHS, RIVER_WIDTHS } from '../base-map/line-widths.ts'
import { type MapPalette, type MapTheme, mapPalettes } from '../base-map/map-theme.ts'
import { listWaterLines } from '../base-map/water-lines.ts'
import { createProjection, findBounds, type MapView } from '../map-view.ts'
import { type ClipBox, clipLine, clipRing } from './clip-shapes.ts'
import { splitByCell } from './split-by-cell.ts'
import { readTiles, type StaticMapTile } from './static-map-tiles.server.ts'
import { renderStreets } from './static-streets.server.ts'
import { writePath } from './write-path.ts'

/** The extent of shapes beyond the static map, so that no cut edge shows. */
const MARGIN_PX = 40
const TILE_BOX: ClipBox = { left: 0, top: 0, right: TILE_EXTENT, bottom: TILE_EXTENT }
const DASH = '5 2.5 .8 2.5'
/** On a small static map the outer two water lines would fill the sea. */
const MIN_WIDTH_FOR_ALL_RINGS = 420
const INLAND_MAX_ZOOM = 10
const URBAN_MAX_ZOOM = 9.5

/**
 * Renders the base map of a static map as an SVG without text: water lines, land, urban areas, graticule, rivers,
 * lakes, coast, borders and streets, from the same tiles and in the same colours as the live map.
 */
export async function renderBaseMap(view: MapView, theme: MapTheme): Promise<string> {
  const palette = mapPalettes[theme]
  const [tiles, streets] = await Promise.all([readTiles(view), renderStreets(view, theme)])
  const { width, height } = view
  const layers = [
    `<path fill="${palette.water}" d="M0 0H${width}V${height}H0Z"/>`,
    drawWaterLines(drawLines(tiles, 'coast', view), view, palette),
    `<path fill="${palette.land}" d="${drawAreas(tiles, 'land', view)}"/>`,
    view.zoom < URBAN_MAX_ZOOM ? `<path fill="${palette.urban}" d="${drawAreas(tiles, 'urban', view)}"/>` : '',
    streets ? '' : drawGraticule(view, palette),
    view.zoom < INLAND_MAX_ZOOM ? drawInlandWater(tiles, view, palette) : '',
    `<use href="#c" fill="none" stroke="${palette.coast}" stroke-width="${interpolateStops(view.zoom, COAST_WIDTHS).toFixed(2)}"/>`,
    drawBorders(tiles, view, palette),
    // As on the live map, streets are above the base map, and the graticule is below roads and buildings.
    ...(streets ? [streets.ground, drawGraticule(view, palette), streets.built] : []),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linejoin="round" stroke-linecap="round">${layers.join('')}</svg>`
}

function drawWaterLines(coast: string, view: MapView, palette: MapPalette): string {
  const rings = listWaterLines(view.zoom).slice(view.width < MIN_WIDTH_FOR_ALL_RINGS ? 2 : 0)
  const uses = rings.map(({ ring, inkWidth, waterWidth }) => {
    const ink = palette.rings[ring] ?? palette.water
    return `<use href="#c" stroke="${ink}" stroke-width="${inkWidth}"/><use href="#c" stroke="${palette.water}" stroke-width="${waterWidth}"/>`
  })
  return `<defs><g id="c">${coast}</g></defs><g fill="none">${uses.join('')}</g>`
}

function drawInlandWater(tiles: StaticMapTile[], view: MapView, palette: MapPalette): string {
  const riverWidth = interpolateStops(view.zoom, RIVER_WIDTHS).toFixed(2)
  const river = `<g fill="none" stroke="${palette.river}" stroke-width="${riverWidth}">${drawLines(tiles, 'river', view)}</g>`
  const lake = drawAreas(tiles, 'lake', view)
  return `${river}<path fill="${palette.water}" stroke="${palette.coast}" stroke-width=".7" d="${lake}"/>`
}

function drawBorders(tiles: StaticMapTile[], view: MapView, palette: MapPalette): string {
  return [0, 1]
    .map((disputed) => {
      const paths = drawLines(tiles, 'border', view, disputed)
      const dash = disputed === 1 ? '1 3' : DASH
      return `<g fill="none" stroke="${palette.border}" stroke-opacity=".75" stroke-linecap="butt" stroke-dasharray="${dash}">${paths}</g>`
    })
    .join('')
}

function drawGraticule(view: MapView, palette: MapPalette): string {
  const { project } = createProjection(view)
  const path = listGraticule(findBounds(view), chooseGraticuleStep(view.zoom))
    .map((line) => writePath(line.map(([lng, lat]) => project({ lng, lat }))))
    .join('')
  return `<path fill="none" stroke="${palette.graticule}" stroke-width=".8" d="${path}"/>`
}

/** Rings extend beyond the edges of their tiles, so that no seam shows. */
function drawAreas(tiles: StaticMapTile[], layer: string, view: MapView): string {
  return tiles
    .flatMap(({ layers, toPixels }) =>
      (layers[layer] ?? [])
        .filter(({ properties }) => typeof properties.z !== 'number' || properties.z <= view.zoom)
        .flatMap(({ parts }) => parts.map((ring) => clipRing(ring.map(toPixels), toBox(view)))),
    )
    .filter((ring) => ring.length > 2)
    .map((ring) => `${writePath(ring)}z`)
    .join('')
}

/** Returns SVG paths. Lines end at the edge of their tile and continue in the next one. */
function drawLines(tiles: StaticMapTile[], layer: string, view: MapView, disputed?: number): string {
  const lines = tiles.flatMap(({ layers, toPixels }) =>
    (layers[layer] ?? [])
      .filter(({ properties }) => disputed === undefined || properties.disputed === disputed)
      .flatMap(({ parts }) => parts.flatMap((line) => clipLine(line, TILE_BOX)))
      .flatMap((line) => clipLine(line.map(toPixels), toBox(view))),
  )
  return splitByCell(lines)
    .map((pieces) => `<path d="${pieces.map(writePath).join('')}"/>`)
    .join('')
}

function toBox({ width, height }: MapView): ClipBox {
  return { left: -MARGIN_PX, top: -MARGIN_PX, right: width + MARGIN_PX, bottom: height + MARGIN_PX }
}

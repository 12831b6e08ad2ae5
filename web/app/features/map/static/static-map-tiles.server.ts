import { readTile } from '#app/lib/basemap/tile-folder.server.ts'
import { TILE_EXTENT, type TileFeature, type TileLayers } from '#app/lib/basemap/vector-tile.ts'
import { createProjection, findBounds, type MapView } from '../map-view.ts'

/** A tile below a static map, with the transform from tile units to pixels of the map. */
export interface StaticMapTile {
  layers: TileLayers
  toPixels(point: [x: number, y: number]): [x: number, y: number]
}

/** A named point of a tile in pixels of the static map. */
export interface StaticMapPoint {
  x: number
  y: number
  properties: TileFeature['properties']
}

/** Tiles by their coordinates, up to a zoom. */
interface TileSource {
  maxZoom: number
  /**
   * The number of zoom levels below the next integer zoom from which its tiles are used. Static maps load slowly
   * anyway, so they can show more detail.
   */
  lead?: number
  /** Resolves to a tile, or to one without layers if the tile is missing. */
  read(z: number, x: number, y: number): Promise<TileLayers>
}

const OFFLINE: TileSource = { maxZoom: 6, read: readTile }

/**
 * Reads the tiles that a view shows. Without a `lead`, these are the tiles of the next lower integer zoom, as in
 * MapLibre.
 */
export async function readTiles(view: MapView, source = OFFLINE): Promise<StaticMapTile[]> {
  const z = Math.min(source.maxZoom, Math.max(0, Math.floor(view.zoom + (source.lead ?? 0))))
  const count = 2 ** z
  const { project } = createProjection(view)
  const { west, east, north, south } = findBounds(view)
  const columns = listIntegers(Math.floor(((west + 180) / 360) * count), Math.floor(((east + 180) / 360) * count))
  const rows = listIntegers(toRow(north, count), toRow(south, count))
  const sizePx = 512 * 2 ** (view.zoom - z)
  return Promise.all(
    columns.flatMap((column) =>
      rows.map(async (row): Promise<StaticMapTile> => {
        const layers = await source.read(z, ((column % count) + count) % count, row)
        const left = project({ lng: (column / count) * 360 - 180, lat: 0 })[0]
        const top = project({ lng: 0, lat: toLatitude(row / count) })[1]
        return {
          layers,
          toPixels: ([x, y]) => [left + (x / TILE_EXTENT) * sizePx, top + (y / TILE_EXTENT) * sizePx],
        }
      }),
    ),
  )
}

/** Lists the points of a layer that lie on the static map, each once although tiles overlap. */
export function listTilePoints(tiles: StaticMapTile[], layer: string, { width, height }: MapView): StaticMapPoint[] {
  return tiles.flatMap(({ layers, toPixels }) =>
    (layers[layer] ?? []).flatMap(({ parts, properties }) => {
      const point = parts[0]?.[0]
      if (!point || point.some((value) => value < 0 || value >= TILE_EXTENT)) return []
      const [x, y] = toPixels(point)
      return x < 0 || y < 0 || x > width || y > height ? [] : [{ x, y, properties }]
    }),
  )
}

function listIntegers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function toRow(lat: number, count: number): number {
  const y = 0.5 - Math.asinh(Math.tan((Math.min(85, Math.max(-85, lat)) * Math.PI) / 180)) / (2 * Math.PI)
  return Math.min(count - 1, Math.max(0, Math.floor(y * count)))
}

function toLatitude(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI
}

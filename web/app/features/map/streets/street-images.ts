import type { Map as MapLibreMap } from 'maplibre-gl'
import { KEEP_IMAGE, KEEP_IMAGE_PX } from '../base-map/map-overlay-style.ts'
import type { MapTheme } from '../base-map/map-theme.ts'
import { streetPalettes } from './street-theme.ts'

/** Names of images, each followed by `-day` or `-night`. */
export const WOOD_IMAGE = 'st-wood'
export const HATCH_IMAGE = 'st-hatch'
export const ARROW_IMAGE = 'st-arrow'
export const PEAK_IMAGE = 'st-peak'
export const STATION_IMAGE = 'st-station'
export const DOT_IMAGE = 'st-dot'

const PIXEL_RATIO = 2
const WOOD_PX = 22
const HATCH_PX = 7
const ARROW_PX = [18, 7] as const
const PEAK_PX = 10
const STATION_PX = 12
const DOT_PX = 5

type Draw = (context: CanvasRenderingContext2D, theme: MapTheme) => void
interface Drawing {
  width: number
  height: number
  draw: Draw
}

/** Small trees: a crown over a stem. */
const drawTrees: Draw = (context, theme) => {
  context.strokeStyle = streetPalettes[theme].tree
  context.lineWidth = 0.9
  for (const [x, y] of [
    [6, 6],
    [17, 17],
  ] as const) {
    context.beginPath()
    context.arc(x, y, 2.4, 0, 2 * Math.PI)
    context.moveTo(x, y + 2.4)
    context.lineTo(x, y + 4.6)
    context.stroke()
  }
}

/** Lines at 45 degrees, 5 pixels apart. The edges of the tile continue each other. */
const drawHatch: Draw = (context, theme) => {
  context.strokeStyle = streetPalettes[theme].hatch
  context.lineWidth = 0.65
  for (const x of [-HATCH_PX, 0, HATCH_PX]) {
    context.beginPath()
    context.moveTo(x, HATCH_PX)
    context.lineTo(x + HATCH_PX, 0)
    context.stroke()
  }
}

const drawArrow: Draw = (context, theme) => {
  context.strokeStyle = streetPalettes[theme].arrow
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(1, 3.5)
  context.lineTo(17, 3.5)
  context.moveTo(13.5, 1)
  context.lineTo(17, 3.5)
  context.lineTo(13.5, 6)
  context.stroke()
}

const drawPeak: Draw = (context, theme) => {
  context.fillStyle = streetPalettes[theme].areaLabel
  context.beginPath()
  context.moveTo(5, 1.5)
  context.lineTo(8.9, 8.5)
  context.lineTo(1.1, 8.5)
  context.fill()
}

/** A square within a square. */
const drawStation: Draw = (context, theme) => {
  const { streetLabel } = streetPalettes[theme]
  context.fillStyle = streetLabel
  context.strokeStyle = streetLabel
  context.strokeRect(2, 2, 8, 8)
  context.fillRect(4.2, 4.2, 3.6, 3.6)
}

const drawDot: Draw = (context, theme) => {
  context.fillStyle = streetPalettes[theme].sightLabel
  context.beginPath()
  context.arc(2.5, 2.5, 1.6, 0, 2 * Math.PI)
  context.fill()
}

const DRAWINGS: Record<string, Drawing> = {
  [WOOD_IMAGE]: { width: WOOD_PX, height: WOOD_PX, draw: drawTrees },
  [HATCH_IMAGE]: { width: HATCH_PX, height: HATCH_PX, draw: drawHatch },
  [KEEP_IMAGE]: { width: KEEP_IMAGE_PX, height: KEEP_IMAGE_PX, draw: () => {} },
  [ARROW_IMAGE]: { width: ARROW_PX[0], height: ARROW_PX[1], draw: drawArrow },
  [PEAK_IMAGE]: { width: PEAK_PX, height: PEAK_PX, draw: drawPeak },
  [STATION_IMAGE]: { width: STATION_PX, height: STATION_PX, draw: drawStation },
  [DOT_IMAGE]: { width: DOT_PX, height: DOT_PX, draw: drawDot },
}

/** Draws the images of the style when the map misses them, so that no sprite is loaded. */
export function provideStreetImages(map: MapLibreMap): void {
  map.setMissingStyleImageResolver((id) => {
    const [, name = '', theme] = /^(.+)-(day|night)$/.exec(id) ?? []
    const drawing = DRAWINGS[name]
    if (drawing && !map.hasImage(id)) {
      map.addImage(id, render(drawing, theme === 'night' ? 'night' : 'day'), { pixelRatio: PIXEL_RATIO })
    }
  })
}

function render({ width, height, draw }: Drawing, theme: MapTheme): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = width * PIXEL_RATIO
  canvas.height = height * PIXEL_RATIO
  const context = canvas.getContext('2d')
  if (!context) return new ImageData(canvas.width, canvas.height)
  context.scale(PIXEL_RATIO, PIXEL_RATIO)
  draw(context, theme)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

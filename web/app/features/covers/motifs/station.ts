import type { Drawing, Sheet } from '../sheet.ts'
import { circle, dashes, filled, outline, type Place, short, stroked } from '../svg.ts'

type Track = { path: string; isMain: boolean; y: number; switchX: number; stops: string }

/** A track diagram with points of 45 degrees. */
export function drawStation(sheet: Sheet): Drawing {
  const { width, height, unit, inks, isThumb } = sheet
  const count = isThumb ? 5 : 9
  const spacing = height / (count + 1)
  const tracks = Array.from({ length: count }, (_, index) => layTrack(sheet, index, spacing))
  const paths = (isMain: boolean) => tracks.map((track) => (track.isMain === isMain ? track.path : '')).join('')
  const stops = (isMain: boolean) => tracks.map((track) => (track.isMain === isMain ? track.stops : '')).join('')
  const round = { 'stroke-linejoin': 'round' }
  const middle = tracks[Math.floor(count / 2)]
  const here: Place = middle ? [middle.switchX * 0.6, middle.y] : [width / 2, height / 2]
  const line = outline(inks.deep, unit * 0.7)
  return {
    shapes:
      stroked(signalGrid(width, height, unit * 7), inks.tint, unit * 0.35) +
      stroked(paths(false), inks.middle, sheet.line(0.9), round) +
      stroked(paths(true), inks.deep, sheet.line(1.9), round) +
      (isThumb ? '' : stroked(paths(true), inks.ground, unit * 0.5, dashes(unit * 2, unit * 2))) +
      filled(stops(false) + stops(true), inks.ground, line),
    here,
  }
}

function layTrack({ width, unit, random }: Sheet, index: number, spacing: number): Track {
  const y = spacing * (index + 1)
  const isMain = index % 3 === 1
  const switchX = width * (0.12 + 0.62 * random())
  const side = random() > 0.5 ? 1 : -1
  const rise = spacing * (random() > 0.6 ? 2 : 1)
  const stops = [0, 1, 2].map(() => (random() > 0.45 ? circle(switchX * random(), y, unit * (isMain ? 1.8 : 1.3)) : ''))
  return {
    path: `M-5 ${short(y)}H${short(switchX)}l${short(rise)} ${short(rise * side)}H${width + 5}`,
    isMain,
    y,
    switchX,
    stops: stops.join(''),
  }
}

function signalGrid(width: number, height: number, gap: number): string {
  return Array.from({ length: Math.ceil(width / gap) }, (_, index) => `M${short(index * gap)} 0V${height}`).join('')
}

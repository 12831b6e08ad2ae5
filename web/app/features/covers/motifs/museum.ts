import type { Drawing, Sheet } from '../sheet.ts'
import { filled, type Place, rectangle, short, stroked } from '../svg.ts'

type Room = { x: number; y: number; width: number; height: number }

const cuts = [0.382, 0.5, 0.618]

/** A floor plan: rooms split by golden cuts, with gaps for doors. */
export function drawMuseum(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks, isThumb } = sheet
  const margin = shortSide * 0.09
  const house: Room = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }
  const rooms: Room[] = []
  split(sheet, house, isThumb ? 3 : 5, rooms)
  const floors = rooms.map(({ x, y, width: a, height: b }) => rectangle(x, y, a, b))
  const every5th = (...kinds: number[]) => floors.filter((_, index) => kinds.includes(index % 5)).join('')
  const details = isThumb
    ? ''
    : stroked(shelves(rooms), inks.middle, unit * 0.26) + stroked(vaults(rooms), inks.middle, unit * 0.3)
  const room = rooms[Math.floor(random() * rooms.length)] ?? house
  const here: Place = [room.x + room.width / 2, room.y + room.height / 2]
  return {
    shapes:
      filled(every5th(1, 4), inks.tint) +
      filled(every5th(3), inks.middle) +
      details +
      stroked(rooms.map(walls).join(''), inks.deep, sheet.line(1.05), { 'stroke-linecap': 'square' }) +
      stroked(rectangle(house.x, house.y, house.width, house.height), inks.deep, sheet.line(1.5)),
    here,
  }
}

function split(sheet: Sheet, room: Room, depth: number, rooms: Room[]): void {
  const { random, shortSide } = sheet
  const { x, y, width, height } = room
  if (depth === 0 || width * height < shortSide * shortSide * 0.03) {
    rooms.push(room)
    return
  }
  const wide = width / height > 1.1 + random() * 0.3
  const share = cuts[Math.floor(random() * 3)] ?? 0.5
  if (wide) {
    split(sheet, { ...room, width: width * share }, depth - 1, rooms)
    split(sheet, { ...room, x: x + width * share, width: width * (1 - share) }, depth - 1, rooms)
  } else {
    split(sheet, { ...room, height: height * share }, depth - 1, rooms)
    split(sheet, { ...room, y: y + height * share, height: height * (1 - share) }, depth - 1, rooms)
  }
}

function shelves(rooms: readonly Room[]): string {
  return rooms
    .filter((_, index) => index % 5 === 1)
    .flatMap(({ x, y, width, height }) =>
      [0.25, 0.5, 0.75].map((share) => `M${short(x + width * share)} ${short(y)}v${short(height)}`),
    )
    .join('')
}

function vaults(rooms: readonly Room[]): string {
  return rooms
    .filter((_, index) => index % 5 === 2)
    .map(
      ({ x, y, width, height }) =>
        `M${short(x)} ${short(y)}l${short(width)} ${short(height)}M${short(x + width)} ${short(y)}l${short(-width)} ${short(height)}`,
    )
    .join('')
}

/**
 * Draws the upper and the left wall of a room, each with a door in its middle. The other two walls are those of the
 * next rooms or of the house.
 */
function walls({ x, y, width, height }: Room): string {
  const door = Math.min(width, height) * 0.26
  const [across, down] = [short((width - door) / 2), short((height - door) / 2)]
  const gap = short(door)
  const corner = `M${short(x)} ${short(y)}`
  return `${corner}h${across}m${gap} 0h${across}${corner}v${down}m0 ${gap}v${down}`
}

import { mixNumbers } from '../noise.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { circle, dashes, filled, type Place, polyline, rectangle, short, stroked } from '../svg.ts'

type Room = { x: number; y: number; width: number; height: number }

/** The plan of an excavation with broken walls. */
export function drawRuin(sheet: Sheet): Drawing {
  const { width, height, unit, random, inks, isThumb } = sheet
  const degrees = (random() - 0.5) * 34
  const house: Room = { x: width * -0.37, y: height * -0.37, width: width * 0.74, height: height * 0.74 }
  const rooms: Room[] = []
  split(sheet, house, isThumb ? 3 : 5, rooms)
  const plan = drawRooms(sheet, rooms)
  const grid = hatching(sheet)
  const room = rooms[Math.floor(random() * rooms.length)] ?? house
  return {
    shapes:
      `<g transform="translate(${short(width / 2)} ${short(height / 2)}) rotate(${short(degrees)})">` +
      stroked(grid, inks.tint, unit * 0.3) +
      plan +
      stroked(
        rectangle(house.x, house.y, house.width, house.height),
        inks.middle,
        unit * 0.4,
        dashes(unit * 2.4, unit * 1.6),
      ) +
      '</g>',
    here: turned(sheet, [room.x + room.width / 2, room.y + room.height / 2], degrees),
  }
}

function split(sheet: Sheet, room: Room, depth: number, rooms: Room[]): void {
  const small = sheet.shortSide * 0.2
  if (depth === 0 || (room.width < small && room.height < small)) {
    rooms.push(room)
    return
  }
  const share = 0.35 + 0.3 * sheet.random()
  const { x, y, width, height } = room
  if (width > height) {
    split(sheet, { ...room, width: width * share }, depth - 1, rooms)
    split(sheet, { ...room, x: x + width * share, width: width * (1 - share) }, depth - 1, rooms)
  } else {
    split(sheet, { ...room, height: height * share }, depth - 1, rooms)
    split(sheet, { ...room, y: y + height * share, height: height * (1 - share) }, depth - 1, rooms)
  }
}

function drawRooms(sheet: Sheet, rooms: readonly Room[]): string {
  const { width, height, shortSide, unit, random, noise, inks, isThumb } = sheet
  let worn = ''
  let kept = ''
  let walls = ''
  let finds = ''
  for (const room of rooms) {
    const preserved = noise(((room.x + width) / shortSide) * 2, ((room.y + height) / shortSide) * 2)
    const floor = rectangle(room.x, room.y, room.width, room.height)
    if (preserved > 0.58) kept += floor
    else if (preserved > 0.42) worn += floor
    walls += wall(sheet, preserved, [room.x, room.y], [room.x + room.width, room.y])
    walls += wall(sheet, preserved, [room.x, room.y], [room.x, room.y + room.height])
    if (isThumb || preserved <= 0.5) continue
    for (let find = 0; find < 5; find++) {
      finds += circle(
        room.x + room.width * (0.15 + 0.7 * random()),
        room.y + room.height * (0.15 + 0.7 * random()),
        unit * 0.45,
      )
    }
  }
  return (
    filled(worn, inks.ground) +
    filled(kept, inks.tint) +
    filled(finds, inks.middle) +
    stroked(walls, inks.deep, sheet.line(1.7), { 'stroke-linecap': 'square' })
  )
}

/** Draws the remains of a wall, which are shorter where less of the room is preserved. */
function wall({ random }: Sheet, preserved: number, from: Place, to: Place): string {
  const start = random() * 0.3 * (preserved < 0.5 ? 1 : 0.2)
  const longEnd = 0.72 + random() * 0.28
  const end = preserved < 0.36 ? 0.3 : longEnd
  const at = (share: number): Place => [mixNumbers(from[0], to[0], share), mixNumbers(from[1], to[1], share)]
  return polyline([at(start), at(end)])
}

function hatching({ width, height, unit, isThumb }: Sheet): string {
  const reach = Math.hypot(width, height) / 1.9
  const gap = unit * (isThumb ? 7 : 4)
  let lines = ''
  for (let at = -Math.floor(reach / gap) * gap; at < reach; at += gap) {
    lines += `M${short(at)} ${short(-reach)}v${short(2 * reach)}M${short(-reach)} ${short(at)}h${short(2 * reach)}`
  }
  return lines
}

function turned({ width, height }: Sheet, [x, y]: Place, degrees: number): Place {
  const angle = (degrees * Math.PI) / 180
  return [width / 2 + x * Math.cos(angle) - y * Math.sin(angle), height / 2 + x * Math.sin(angle) + y * Math.cos(angle)]
}

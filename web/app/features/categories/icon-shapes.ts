import type { GroupId } from './categories.ts'

/** The outline of a group's icon on a box of 24, and how far its glyph moves down to look centred. */
export type IconShape = { path: string; glyphDown: number }

export const iconShapes: Record<GroupId, IconShape> = {
  relief: { path: 'M12 .9 22.6 9.4V21a1.6 1.6 0 0 1-1.6 1.6H3A1.6 1.6 0 0 1 1.4 21V9.4Z', glyphDown: 2.2 },
  water: { path: 'M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22Z', glyphDown: 0 },
  green: { path: 'M12 1.2h10.8V12A10.8 10.8 0 0 1 12 22.8H1.2V12A10.8 10.8 0 0 1 12 1.2Z', glyphDown: 0 },
  past: { path: 'M2 2h20v20H2Z', glyphDown: 0 },
  culture: { path: 'M7.6 1.4h8.8l6.2 6.2v8.8l-6.2 6.2H7.6l-6.2-6.2V7.6Z', glyphDown: 0 },
  table: { path: 'M1.4 2h21.2v9.6a10.6 10.6 0 0 1-21.2 0Z', glyphDown: -1 },
  way: { path: 'M12 .7 22.2 6.4v11.2L12 23.3 1.8 17.6V6.4Z', glyphDown: 0 },
}

/** The glyph fills 55 % of the box. */
const glyphScale = 0.55

/** Returns the transform that centres a glyph in its group's shape. */
export function glyphTransform(group: GroupId): string {
  const [x, y] = [0, iconShapes[group].glyphDown].map((move) => Math.round((12 - 12 * glyphScale + move) * 10) / 10)
  return `translate(${x} ${y}) scale(${glyphScale})`
}

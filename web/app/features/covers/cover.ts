import type { CoverSubject } from './cover-subject.ts'
import type { CoverFormat } from './formats.ts'
import { overprint, type Theme } from './inks.ts'
import { motifs } from './motifs.ts'
import { createSheet, type Sheet } from './sheet.ts'
import { circle, filled, type Place, short, stroked } from './svg.ts'

/**
 * Draws the cover of a spot that has no photo: a pure function of its category, public point and title. The SVG
 * contains no text, id, script, filter or reference, so it can be served, inlined and repeated.
 */
export function cover({ format, theme, ...subject }: CoverSubject & { format: CoverFormat; theme: Theme }): string {
  const sheet = createSheet(subject, format, theme)
  const { shapes, here } = motifs[subject.category](sheet)
  return wrap(sheet, shapes + drawHere(sheet, here, overprint[theme]))
}

/** Draws a cover without the "here" mark, used for members without a picture. */
export function plainCover(subject: CoverSubject, theme: Theme): string {
  const sheet = createSheet(subject, 'thumb', theme)
  return wrap(sheet, motifs[subject.category](sheet).shapes)
}

function wrap({ width, height, inks }: Sheet, shapes: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    `<path d="M0 0h${width}v${height}H0Z" fill="${inks.ground}"/>${shapes}</svg>`
  )
}

/** Draws the "here" dot and its ring, at least three radii away from the edges. */
function drawHere(sheet: Sheet, [x, y]: Place, ink: string): string {
  const { width, height, shortSide, inks } = sheet
  const radius = sheet.isThumb ? sheet.unit * 3.2 : Math.max(5.5, Math.min(11, shortSide * 0.026))
  const inside = (value: number, max: number) => Math.max(radius * 3, Math.min(max - radius * 3, value))
  const [hereX, hereY] = [inside(x, width), inside(y, height)]
  return (
    filled(circle(hereX, hereY, radius * 1.9), inks.ground, { opacity: '.82' }) +
    stroked(circle(hereX, hereY, radius * 1.55), ink, Number(short(radius * 0.34))) +
    filled(circle(hereX, hereY, radius * 0.62), ink)
  )
}

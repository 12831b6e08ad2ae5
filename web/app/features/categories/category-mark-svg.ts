import { type CategoryId, categories } from './categories.ts'
import { categoryGlyphs } from './category-glyphs.ts'
import { markInks, type Theme } from './group-inks.ts'
import { glyphTransform, markShapes } from './mark-shapes.ts'

const haloBox = 28
const margin = (haloBox - 24) / 2

/** The same sign as a standing SVG for map images: 28 px with room for its sheet-coloured halo of 1.7 px. */
export function categoryMarkSvg(category: CategoryId, theme: Theme): string {
  const { group } = categories[category]
  const inks = markInks[theme]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${haloBox}" height="${haloBox}" viewBox="${-margin} ${-margin} ${haloBox} ${haloBox}">` +
    `<path d="${markShapes[group].path}" fill="${inks[group]}" stroke="${inks.halo}" stroke-width="3.4" paint-order="stroke"/>` +
    `<path d="${categoryGlyphs[category]}" transform="${glyphTransform(group)}" fill="none" stroke="${inks.icon}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>` +
    '</svg>'
  )
}

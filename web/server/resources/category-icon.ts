import { categories, isCategoryId } from '#app/features/categories/categories.ts'
import { categoryGlyphs } from '#app/features/categories/category-glyphs.ts'
import { glyphTransform, iconShapes } from '#app/features/categories/icon-shapes.ts'
import { svgResponse } from '#app/features/covers/cover-response.ts'
import { missingResource } from './plain-response.ts'
import type { ResourceCall } from './resource-call.ts'

/** The inks of the day theme (`tokens.css`). */
const INKS = {
  relief: '#7c5520',
  water: '#1a6080',
  green: '#3d6b2c',
  past: '#5b4f6e',
  culture: '#0d6661',
  table: '#a0480e',
  way: '#2c3f4b',
}

/** Serves the icon of a category as a file, for cards: `/category-icon/{category}.svg`. */
export async function serveCategoryIcon({ parameters: { category = '' } }: ResourceCall): Promise<Response> {
  if (!isCategoryId(category)) return missingResource('There is no such category.')
  const { group } = categories[category]
  return svgResponse(
    `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24"><path d="${iconShapes[group].path}" fill="${INKS[group]}"/><path d="${categoryGlyphs[category]}" transform="${glyphTransform(group)}" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )
}

import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The window sizes of the screenshots, with the word that the design's files use, if any. */
export const SIZES = [
  { width: 360, height: 780, designWord: 'mobile' },
  { width: 768, height: 1024, designWord: undefined },
  { width: 1440, height: 900, designWord: 'desktop' },
] as const

export const THEMES = ['day', 'night'] as const

const DESIGN_THEMES = { day: 'light', night: 'dark' } as const

export interface Screenshot {
  screen: string
  viewer: 'visitor' | 'member'
  size: (typeof SIZES)[number]
  theme: (typeof THEMES)[number]
  /** File names of the window and of the full page, relative to the folder of the screenshots. */
  file: string
  fullFile: string
}

/**
 * Writes index.html, which shows each screenshot beside that of the design. The design's files are linked, not copied.
 */
export function writeGallery({
  folder,
  design,
  screenshots,
}: {
  folder: string
  design: string
  screenshots: Screenshot[]
}): void {
  const rows = screenshots
    .toSorted((one, other) => one.screen.localeCompare(other.screen) || one.size.width - other.size.width)
    .map((screenshot) => writeRow(screenshot, findDesignImage(folder, design, screenshot)))
  writeFileSync(join(folder, 'index.html'), writePage(rows))
}

function findDesignImage(folder: string, design: string, { screen, size, theme }: Screenshot): string | undefined {
  const path = join(design, `${screen}-${size.designWord}-${DESIGN_THEMES[theme]}.png`)
  return existsSync(path) ? relative(folder, path) : undefined
}

function writeRow(
  { screen, viewer, size, theme, file, fullFile }: Screenshot,
  designImage: string | undefined,
): string {
  return `<section>
<h2>${screen}, ${size.width} px, ${theme}, ${viewer}</h2>
<div>
<a href="${fullFile}"><img src="${file}" alt="Ours" loading="lazy"></a>
${designImage ? `<a href="${designImage}"><img src="${designImage}" alt="Design" loading="lazy"></a>` : '<p>No screenshot of the design.</p>'}
</div>
</section>`
}

function writePage(rows: string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
body { font: 15px system-ui; margin: 24px; background: #999 }
div { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: start }
img { width: 100% }
</style>
<h1>Screens: ours on the left, a press shows the whole page</h1>
${rows.join('\n')}
</html>
`
}

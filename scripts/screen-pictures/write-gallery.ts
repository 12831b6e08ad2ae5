import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The widths at which every screen is pictured, and the word of the design's pictures for them, where it has one. */
export const SIZES = [
  { width: 360, height: 780, designWord: 'mobile' },
  { width: 768, height: 1024, designWord: undefined },
  { width: 1440, height: 900, designWord: 'desktop' },
] as const

export const THEMES = ['day', 'night'] as const

const DESIGN_THEMES = { day: 'light', night: 'dark' } as const

export interface Picture {
  screen: string
  viewer: 'visitor' | 'member'
  size: (typeof SIZES)[number]
  theme: (typeof THEMES)[number]
  /** File names in the folder of the pictures: what fits the window, and the whole page. */
  file: string
  fullFile: string
}

/** Writes index.html: every picture beside the one of the design, which is linked where it lies and never copied. */
export function writeGallery({
  folder,
  design,
  pictures,
}: {
  folder: string
  design: string
  pictures: Picture[]
}): void {
  const rows = pictures
    .toSorted((one, other) => one.screen.localeCompare(other.screen) || one.size.width - other.size.width)
    .map((picture) => writeRow(picture, findDesignPicture(folder, design, picture)))
  writeFileSync(join(folder, 'index.html'), writePage(rows))
}

function findDesignPicture(folder: string, design: string, { screen, size, theme }: Picture): string | undefined {
  const path = join(design, `${screen}-${size.designWord}-${DESIGN_THEMES[theme]}.png`)
  return existsSync(path) ? relative(folder, path) : undefined
}

function writeRow({ screen, viewer, size, theme, file, fullFile }: Picture, designPicture: string | undefined): string {
  return `<section>
<h2>${screen}, ${size.width} px, ${theme}, ${viewer}</h2>
<div>
<a href="${fullFile}"><img src="${file}" alt="Ours" loading="lazy"></a>
${designPicture ? `<a href="${designPicture}"><img src="${designPicture}" alt="Design" loading="lazy"></a>` : '<p>No picture of the design.</p>'}
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

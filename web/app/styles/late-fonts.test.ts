import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const PACKAGES = ['@fontsource-variable/brygada-1918', '@fontsource-variable/schibsted-grotesk']

test('declares every face of the fonts once, in this file or in that of the first paint', () => {
  const packaged = PACKAGES.flatMap((name) => listFaces(readFileSync(require.resolve(`${name}/index.css`), 'utf8')))
  const own = ['fonts.css', 'late-fonts.css'].flatMap((name) =>
    listFaces(readFileSync(resolve(import.meta.dirname, name), 'utf8')).filter(({ file }) => file !== undefined),
  )
  const byFile = (a: Face, b: Face) => String(a.file).localeCompare(String(b.file))
  expect(packaged.length).toBeGreaterThan(6)
  expect(own.toSorted(byFile)).toEqual(packaged.toSorted(byFile))
})

interface Face {
  file: string | undefined
  weight: string | undefined
  range: string | undefined
}

/** Lists the faces of a stylesheet with the names of their files. */
function listFaces(css: string): Face[] {
  return Array.from(css.matchAll(/@font-face\s*\{([^}]*)\}/g), ([, face = '']) => ({
    file: /files\/([\w-]+\.woff2)/.exec(face)?.[1],
    weight: /font-weight:\s*([^;]+);/.exec(face)?.[1],
    range: /unicode-range:\s*([^;]+);/.exec(face)?.[1]?.replaceAll(/\s/g, ''),
  }))
}

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { expect, test } from 'vitest'

const APP = resolve(import.meta.dirname, '..')
const THEME = 'app.css'
/** Base UI sets it on popups. */
const SET_BY_LIBRARIES = ['--available-width']

test('every custom property that a stylesheet needs is defined', async () => {
  const sheets = globSync('**/*.css', { cwd: APP }).filter((path) => path !== THEME && path !== 'styles/theme.css')
  const styles = [await compileTheme(), ...sheets.map(readAppFile)].join('\n')
  const components = globSync('**/*.{ts,tsx}', { cwd: APP }).map(readAppFile).join('\n')
  const defined = new Set([
    ...SET_BY_LIBRARIES,
    ...findNames(styles, /(--[\w-]+)\s*:|@property (--[\w-]+)/g),
    ...findNames(components, /['"`](--[\w-]+)/g),
  ])
  const needed = new Set(findNames(styles, /var\(\s*(--[\w-]+)\s*\)/g))
  expect(needed.size).toBeGreaterThan(60)
  expect([...needed].filter((name) => !defined.has(name))).toEqual([])
})

/** Compiles the theme and the utilities as the production build does. */
async function compileTheme(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [tailwindcss()],
    build: { write: false, cssMinify: false, rolldownOptions: { input: resolve(APP, THEME) } },
  })
  if (!('output' in built)) throw new Error('The build returned no files.')
  return built.output.map((file) => ('source' in file ? String(file.source) : '')).join('\n')
}

function readAppFile(path: string): string {
  return readFileSync(resolve(APP, path), 'utf8')
}

function findNames(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}

/**
 * Runs Lighthouse on the start page, explore and a spot, emulating a phone on a slow network. Usage: node
 * bench/lighthouse.ts (after npm run build)
 */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { requireChromium } from '../scripts/find-chromium.ts'
import { createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import type { Row } from './row.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AIMS: Record<string, string> = { performance: '≥ 95', accessibility: '100', 'best-practices': '100', seo: '100' }
const FLAGS = ['--headless=new', '--no-sandbox', '--enable-unsafe-swiftshader', '--disable-background-networking']

/** Returns the four scores of each page, out of 100. */
export async function benchLighthouse({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  const first = await startBenchSite(folder.path)
  await first[Symbol.asyncDispose]()
  if (placesFile) await importPlaces(folder.path, placesFile)
  await using site = await startBenchSite(folder.path)
  const html = await (await fetch(site.url)).text()
  const spot = /href="(\/spot\/[a-z0-9]+)"/.exec(html)?.[1]
  const chrome = await launch({ chromePath: requireChromium().path, chromeFlags: FLAGS })
  try {
    const rows: Row[] = []
    for (const path of ['/', '/explore', ...(spot ? [spot] : [])]) {
      const result = await lighthouse(site.url + path, { port: chrome.port, onlyCategories: [...CATEGORIES] })
      for (const category of CATEGORIES) {
        const score = result?.lhr.categories[category]?.score ?? 0
        const name = path.startsWith('/spot/') ? '/spot/{id}' : path
        rows.push({
          name: `${name}: ${category}`,
          value: Math.round(score * 100),
          unit: 'of 100',
          aim: AIMS[category] ?? '',
        })
      }
    }
    return rows
  } finally {
    chrome.kill()
  }
}

if (import.meta.main) console.table(await benchLighthouse({ placesFile: process.argv[2] }))

/**
 * Runs Lighthouse on the start page, explore, a spot and the sign-in page, emulating a phone on a slow network. Usage:
 * node bench/lighthouse.ts [FILE of places, or URL of a running site] (after npm run build)
 */
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { requireChromium } from '../scripts/find-chromium.ts'
import { createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { type Row, roundFigure } from './row.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AIMS: Record<string, string> = { performance: '≥ 95', accessibility: '100', 'best-practices': '100', seo: '100' }
const TIMES = [
  { audit: 'first-contentful-paint', name: 'first contentful paint', unit: 'ms' },
  { audit: 'largest-contentful-paint', name: 'largest contentful paint', unit: 'ms' },
  { audit: 'total-blocking-time', name: 'blocking time', unit: 'ms', aim: '≤ 150' },
  { audit: 'cumulative-layout-shift', name: 'layout shift', unit: '', aim: '0' },
] as const
const FLAGS = ['--headless=new', '--no-sandbox', '--enable-unsafe-swiftshader', '--disable-background-networking']
/** A link to a spot. */
const SPOT_LINK = /\/spot\/[a-z0-9]+/

/** Returns the scores out of 100 and the times of each page. */
export async function benchLighthouse({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  const first = await startBenchSite(folder.path)
  await first[Symbol.asyncDispose]()
  if (placesFile) await importPlaces(folder.path, placesFile)
  await using site = await startBenchSite(folder.path)
  return await measurePages(site.url)
}

async function measurePages(siteUrl: string): Promise<Row[]> {
  const spot = await findSpotPath(siteUrl)
  const chrome = await launch({ chromePath: requireChromium().path, chromeFlags: FLAGS })
  try {
    const rows: Row[] = []
    for (const path of ['/', '/explore', ...(spot ? [spot] : []), '/auth/login']) {
      const result = await lighthouse(siteUrl + path, { port: chrome.port, onlyCategories: [...CATEGORIES] })
      if (result) rows.push(...toRows(path === spot ? '/spot/{id}' : path, result.lhr))
    }
    return rows
  } finally {
    chrome.kill()
  }
}

/**
 * Returns the path of a spot that the site links to. The home page may link to none: it lists only spots with ratings
 * or visits.
 */
async function findSpotPath(siteUrl: string): Promise<string | undefined> {
  for (const page of ['/', '/explore?lat=45.07&lng=7.69&z=7', '/sitemap.xml']) {
    const path = SPOT_LINK.exec(await (await fetch(siteUrl + page)).text())?.[0]
    if (path) return path
  }
  return undefined
}

/**
 * Converts a result to rows. Lighthouse's benchmark index helps to explain blocking times: it is lower on a busy
 * machine.
 */
function toRows(page: string, { categories, audits, environment }: Result): Row[] {
  const scores = CATEGORIES.map((category) => ({
    name: `${page}: ${category}`,
    value: Math.round((categories[category]?.score ?? 0) * 100),
    unit: 'of 100',
    aim: AIMS[category] ?? '',
  }))
  const times = TIMES.map(({ audit, name, ...rest }) => ({
    name: `${page}: ${name}`,
    value: roundFigure(audits[audit]?.numericValue ?? 0),
    ...rest,
  }))
  return [...scores, ...times, { name: `${page}: index of the machine`, value: environment.benchmarkIndex, unit: '' }]
}

if (import.meta.main) {
  const [given] = process.argv.slice(2)
  console.table(given?.startsWith('http') ? await measurePages(given) : await benchLighthouse({ placesFile: given }))
}

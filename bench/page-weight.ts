import type { Row } from './row.ts'

/** Assets that only the live map needs. They load when it is shown and are excluded. */
const MAP_FILE = /map-libre|maplibre|isoline-worker/
/** The styles for paper, which browsers fetch last. */
const PRINT_FILE = /\/print-\w+\.css$/
/** The router's manifest of all routes. The HTML names it as the id of the build, but no page loads it. */
const MANIFEST = /\/manifest-\w+\.js$/

/**
 * Returns the size of the JavaScript and CSS named in the HTML of a page, which it needs to work, in kB of brotli as
 * served. Requests made later, when idle or after a click, do not count.
 */
export async function measurePageWeight(siteUrl: string, path: string, aimKilobytes?: number): Promise<Row[]> {
  const html = await (await fetch(siteUrl + path)).text()
  const files = new Set([...html.matchAll(/"(\/assets\/[^"]+\.(?:m?js|css))#?"/g)].map(([, file = '']) => file))
  const needed = [...files].filter((file) => ![MAP_FILE, PRINT_FILE, MANIFEST].some((pattern) => pattern.test(file)))
  const sizes = await Promise.all(needed.map((file) => readSize(siteUrl + file)))
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
  const aim = aimKilobytes === undefined ? {} : { aim: `≤ ${aimKilobytes}` }
  return [
    {
      name: `${path}: JavaScript and CSS${path === '/explore' ? ' without the map' : ''}`,
      value: total,
      unit: 'kB brotli',
      ...aim,
    },
  ]
}

async function readSize(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(response.headers.get('content-length') ?? 0)
}

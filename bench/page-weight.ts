import type { Row } from './row.ts'

/** What only the live map needs is loaded when it is shown, and counted apart. */
const MAP_FILE = /map-canvas|maplibre|isoline-worker/

/**
 * Script and style that a page names in its HTML, which is what it needs to work, in kB of brotli as the server sends them. What it
 * asks for behind that, once it is idle or something is pressed, does not count.
 */
export async function measurePageWeight(siteUrl: string, path: string, aimKilobytes?: number): Promise<Row[]> {
  const html = await (await fetch(siteUrl + path)).text()
  const files = new Set([...html.matchAll(/"(\/assets\/[^"]+\.(?:m?js|css))#?"/g)].map(([, file = '']) => file))
  const sizes = await Promise.all(
    [...files].filter((file) => !MAP_FILE.test(file)).map((file) => readSize(siteUrl + file)),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
  const aim = aimKilobytes === undefined ? {} : { aim: `≤ ${aimKilobytes}` }
  return [
    {
      name: `${path}: JavaScript and CSS${path === '/explore' ? ' besides the map' : ''}`,
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

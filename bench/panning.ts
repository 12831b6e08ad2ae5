/**
 * Measures interaction to next paint while the map of /explore is dragged and zoomed on a slow CPU. Usage: npm run
 * bench -- panning (after npm run build)
 */
import { chromium, type Page } from '@playwright/test'
import { requireChromium } from '../scripts/find-chromium.ts'
import { createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { type Row, roundFigure } from './row.ts'

const CPU_SLOWDOWN = 4
const ROUNDS = 12
const VIEWPORT = { width: 412, height: 823 }
/** Software WebGL may take this long for a first map on a busy machine. */
const MAP_TIMEOUT_MS = 90_000
const PAUSE_MS = 400
const FLAGS = ['--no-sandbox', '--enable-unsafe-swiftshader']

/** Returns the 75th percentile of the interactions and the slowest one. */
export async function benchPanning({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  const first = await startBenchSite(folder.path)
  await first[Symbol.asyncDispose]()
  if (placesFile) await importPlaces(folder.path, placesFile)
  await using site = await startBenchSite(folder.path)
  return await measurePanning(site.url)
}

async function measurePanning(siteUrl: string): Promise<Row[]> {
  await using browser = await chromium.launch({ executablePath: requireChromium().path, args: FLAGS })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(recordInteractions)
  await page.goto(`${siteUrl}/explore?lat=45.07&lng=7.69&z=9`)
  await page.locator('.map').dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true })
  await page.locator('.map[data-idle]').waitFor({ timeout: MAP_TIMEOUT_MS })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  for (let round = 0; round < ROUNDS; round += 1) {
    await drag(page, round % 2 === 0 ? 90 : -90)
    if (round % 4 === 3)
      await page.getByRole('button', { name: round % 8 === 3 ? 'Zoom in' : 'Zoom out', exact: true }).click()
    await page.waitForTimeout(PAUSE_MS)
  }
  const durations = await page.evaluate(() => (window as Recorded).interactionsMs?.() ?? [])
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => roundFigure(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return [
    {
      name: `interaction p75, ${sorted.length} while panning at ${CPU_SLOWDOWN}× slower`,
      value: at(0.75),
      unit: 'ms',
      aim: '≤ 200',
    },
    { name: 'slowest interaction', value: at(1), unit: 'ms' },
  ]
}

/** Drags the map like a finger: press, many small moves, release. */
async function drag(page: Page, dx: number): Promise<void> {
  const [x, y] = [VIEWPORT.width / 2, 300]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y + 40, { steps: 15 })
  await page.mouse.up()
}

type Recorded = typeof window & { interactionsMs?: () => number[] }

/** Runs in the browser. Records the longest event of each interaction, as web vitals do. */
function recordInteractions(): void {
  const longest = new Map<number, number>()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const { interactionId: id, duration } = entry
      if (id) longest.set(id, Math.max(longest.get(id) ?? 0, duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  Object.assign(window, { interactionsMs: () => [...longest.values()] })
}

if (import.meta.main) {
  const [site] = process.argv.slice(2)
  console.table(site ? await measurePanning(site) : await benchPanning({ placesFile: undefined }))
}

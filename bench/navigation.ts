/**
 * Measures navigation between pages on a slow device: duration, requests, and time to interactive of the start page.
 * Usage: node bench/navigation.ts (after npm run build)
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../scripts/find-chromium.ts'
import { createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { type Row, roundFigure } from './row.ts'

const CPU_SLOWDOWN = 4
const VISITS = 20
/** No visit starts after this time. A busy machine makes fewer visits, and the table shows how many. */
const LONGEST_MS = 240_000
/** A navigation that takes longer has failed. */
const STEP_TIMEOUT_MS = 30_000
/** Requests count for this long after the paint. */
const SETTLE_MS = 1500
const FLAGS = ['--no-sandbox', '--enable-unsafe-swiftshader']
/** After this long without a long task, the page counts as interactive. */
const QUIET_MS = 2000

/** The navigations of a visit, in order. Each starts where the previous one ended. */
const STEPS: { name: string; go: (page: Page) => Promise<void> }[] = [
  { name: '/ → /explore', go: (page) => follow(page, 'a[href$="/explore"]', /\/explore/) },
  { name: '/explore → /spot/{id}', go: (page) => follow(page, 'main a[href*="/spot/"]', /\/spot\//) },
  { name: 'back to /explore', go: (page) => goBack(page, /\/explore/) },
]

interface Sample {
  ms: number
  requests: number
  bytes: number
}

/**
 * Returns p50 and p95 of the durations, and the requests and bytes of each navigation, in a new browser and with a warm
 * cache.
 */
export async function benchNavigation({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  const first = await startBenchSite(folder.path)
  await first[Symbol.asyncDispose]()
  if (placesFile) await importPlaces(folder.path, placesFile)
  await using site = await startBenchSite(folder.path)
  await using browser = await chromium.launch({ executablePath: requireChromium().path, args: FLAGS })
  // The spot page needs places.
  const steps = placesFile ? STEPS : STEPS.slice(0, 1)
  const cold = steps.map((): Sample[] => [])
  const warm = steps.map((): Sample[] => [])
  const interactive: number[] = []
  const began = performance.now()
  while (interactive.length < VISITS && performance.now() - began < LONGEST_MS) {
    await using context = await browser.newContext()
    interactive.push(await measureInteractive(browser, site.url))
    for (const samples of [cold, warm]) {
      const page = await context.newPage()
      page.setDefaultTimeout(STEP_TIMEOUT_MS)
      await visitPages(page, site.url, samples)
      await page.close()
    }
  }
  return [
    { name: 'visits, each cold and warm', value: interactive.length, unit: '' },
    ...toRows('cold', cold),
    ...toRows('warm', warm),
    {
      name: `/: time to interactive, ${CPU_SLOWDOWN}x slower CPU, p50`,
      value: percentile(interactive, 0.5),
      unit: 'ms',
    },
    {
      name: `/: time to interactive, ${CPU_SLOWDOWN}x slower CPU, p95`,
      value: percentile(interactive, 0.95),
      unit: 'ms',
    },
  ].map((row) => ({ ...row, value: roundFigure(row.value) }))
}

async function visitPages(page: Page, url: string, samples: Sample[][]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const traffic = await watchTraffic(session)
  await page.goto(url)
  await page.waitForTimeout(SETTLE_MS)
  for (const [index, { go }] of STEPS.slice(0, samples.length).entries()) {
    const before = { ...traffic }
    const began = performance.now()
    await go(page)
    const ms = performance.now() - began
    // Software-rendered maps keep a slowed CPU busy for long. Requests after this time do not belong to the navigation.
    await page.waitForTimeout(SETTLE_MS)
    samples[index]?.push({ ms, requests: traffic.requests - before.requests, bytes: traffic.bytes - before.bytes })
  }
}

/** Clicks a link and waits until its page is painted. */
async function follow(page: Page, selector: string, address: RegExp): Promise<void> {
  await page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await waitForPage(page, address)
}

async function goBack(page: Page, address: RegExp): Promise<void> {
  await page.evaluate(() => window.history.back())
  await waitForPage(page, address)
}

async function waitForPage(page: Page, address: RegExp): Promise<void> {
  await page.waitForFunction((source) => {
    const isThere = new RegExp(source).test(window.location.pathname)
    return isThere && window.__reactRouterDataRouter?.state.navigation.state === 'idle'
  }, address.source)
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
}

async function watchTraffic(session: CDPSession): Promise<{ requests: number; bytes: number }> {
  const traffic = { requests: 0, bytes: 0 }
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', () => {
    traffic.requests += 1
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
  })
  return traffic
}

/** Measures the time to interactive of the start page on a first visit: the end of its last long task. */
async function measureInteractive(browser: Browser, url: string): Promise<number> {
  await using context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(url)
  // Awaited here, because the context closes when the function returns.
  return await page.evaluate(
    (quietMs) =>
      new Promise<number>((resolve) => {
        let lastMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
        const observer = new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) lastMs = Math.max(lastMs, startTime + duration)
        })
        observer.observe({ type: 'longtask', buffered: true })
        const look = () => (performance.now() - lastMs > quietMs ? resolve(lastMs) : setTimeout(look, 200))
        look()
      }),
    QUIET_MS,
  )
}

function toRows(kind: string, samples: Sample[][]): Row[] {
  return STEPS.slice(0, samples.length).flatMap(({ name }, index) => {
    const list = samples[index] ?? []
    const times = list.map(({ ms }) => ms)
    const label = `${name}, ${kind}`
    return [
      { name: `${label}: p50`, value: percentile(times, 0.5), unit: 'ms' },
      { name: `${label}: p95`, value: percentile(times, 0.95), unit: 'ms' },
      {
        name: `${label}: requests`,
        value: percentile(
          list.map((it) => it.requests),
          0.5,
        ),
        unit: '',
      },
      {
        name: `${label}: bytes`,
        value:
          percentile(
            list.map((it) => it.bytes),
            0.5,
          ) / 1000,
        unit: 'kB',
      },
    ]
  })
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

declare global {
  interface Window {
    __reactRouterDataRouter?: { state: { navigation: { state: string } } }
  }
}

if (import.meta.main) console.table(await benchNavigation({ placesFile: process.argv[2] }))

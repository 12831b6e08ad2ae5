/**
 * Measures the cost of the platform layer: start pages per second with and without it, rendered by the same build in
 * one process. Usage: NODE_ENV=production node bench/platform-layer.ts (after npm run build)
 */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addSecurityHeaders } from '../web/server/responses/security-headers.ts'
import { readRouteRules } from '../web/server/settings/route-rules-config.ts'
import { stripBase } from '../web/server/settings/site-base.ts'
import { readPlace } from '../web/server/settings/web-config.ts'
import { createBarePages } from '../web/tools/bare-pages.ts'
import { createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { type Row, roundFigure } from './row.ts'

const BUILD = resolve(import.meta.dirname, '../web/build/server')
const BASES = { site: '/', services: '/', servicePrefixes: ['/auth/v1', '/rest/v1', '/storage/v1'] }
/** Warm-up, because pages are slower until they are compiled. */
const WARM_UP_PAGES = 200
const PAGES_A_ROUND = 40
const FEWEST_ROUNDS = 24
/** Rounds continue until the noise of the cost is below this, in per cent of the pages per second, */
const NOISE_AIM = 1.5
/** or until this time is over. The table shows the noise reached. */
const LONGEST_MS = 210_000
/** Pages rendered concurrently. */
const CLIENTS = 8

type Render = () => Promise<string>
type AnswerPage = (request: Request) => Promise<Response>
/** The exports of the server build. Its own types belong to the web app's programs. */
interface App {
  createHandler: (settings: Record<string, unknown>) => AnswerPage
}

/**
 * Alternates between renders with and without the layer, so that both run under the same load. The cost is the median
 * of the rounds.
 */
export async function benchPlatformLayer({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  const first = await startBenchSite(folder.path)
  await first[Symbol.asyncDispose]()
  if (placesFile) await importPlaces(folder.path, placesFile)
  await using site = await startBenchSite(folder.path)
  const { withLayer, withoutLayer } = await createRenders(site.url)
  for (const render of [withLayer, withoutLayer]) await renderPages(render, WARM_UP_PAGES)
  const rounds: { withMs: number; withoutMs: number }[] = []
  const listCosts = () => rounds.map(({ withMs, withoutMs }) => (1 - withoutMs / withMs) * 100)
  const began = performance.now()
  const isDone = () => rounds.length >= FEWEST_ROUNDS && findNoise(listCosts()) < NOISE_AIM
  while (!isDone() && performance.now() - began < LONGEST_MS) {
    const isTurned = rounds.length % 2 === 1
    const firstMs = await renderPages(isTurned ? withoutLayer : withLayer, PAGES_A_ROUND)
    const secondMs = await renderPages(isTurned ? withLayer : withoutLayer, PAGES_A_ROUND)
    const [withMs, withoutMs] = isTurned ? [secondMs, firstMs] : [firstMs, secondMs]
    rounds.push({ withMs, withoutMs })
  }
  const perSecond = (times: number[]) => (PAGES_A_ROUND * 1000) / median(times)
  return [
    { name: '/: rounds', value: rounds.length, unit: '' },
    { name: '/: with the platform layer', value: perSecond(rounds.map((it) => it.withMs)), unit: '1/s' },
    { name: '/: without it', value: perSecond(rounds.map((it) => it.withoutMs)), unit: '1/s' },
    {
      name: '/: cost of the layer, median of the rounds',
      value: median(listCosts()),
      unit: '% of the pages per second',
      aim: '≤ 5',
    },
    { name: '/: noise of the cost', value: findNoise(listCosts()), unit: '±' },
  ].map((row) => ({ ...row, value: roundFigure(row.value) }))
}

/**
 * Returns half the width of the 95 % confidence interval of the median, computed from the order of the values alone.
 */
function findNoise(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const reach = 0.98 * Math.sqrt(sorted.length)
  const low = Math.max(0, Math.floor(sorted.length / 2 - reach))
  const high = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach))
  return ((sorted[high] ?? 0) - (sorted[low] ?? 0)) / 2
}

/** Renders the start page of a running site in this process, with its database and services. */
async function createRenders(siteUrl: string): Promise<{ withLayer: Render; withoutLayer: Render }> {
  // React has read the variable by now.
  if (process.env.NODE_ENV !== 'production')
    throw new Error('Set NODE_ENV=production to measure pages as they are served.')
  const app = (await import(join(BUILD, 'index.js'))) as App
  const settings = { ...(await readSettings(siteUrl)), ...readPlace({}, siteUrl), ...readRouteRules({}) }
  const answerPage = app.createHandler({ ...settings, secretKey: '', backendFetch: fetch })
  const [file = ''] = readdirSync(join(BUILD, 'assets')).filter((name) => name.startsWith('server-build-'))
  const build = (await import(join(BUILD, 'assets', file))) as Parameters<typeof createBarePages>[0]
  const answerBarePage = await createBarePages(build, answerPage, new Request(siteUrl))
  return {
    withLayer: async () => {
      const response = await answerPage(new Request(siteUrl + (stripBase('/', BASES) ?? '')))
      addSecurityHeaders(response, siteUrl)
      return response.text()
    },
    withoutLayer: async () => (await answerBarePage(new Request(`${siteUrl}/`))).text(),
  }
}

/** The settings that every page of the site carries. */
async function readSettings(siteUrl: string): Promise<Record<string, unknown>> {
  const html = await (await fetch(siteUrl)).text()
  const [, text = '{}'] = /<script id="app-settings"[^>]*>([^<]*)</.exec(html) ?? []
  return JSON.parse(text) as Record<string, unknown>
}

/** Returns the time that a number of pages takes, a few at a time. */
async function renderPages(render: Render, count: number): Promise<number> {
  const began = performance.now()
  let left = count
  const work = async () => {
    while (left > 0) {
      left -= 1
      const html = await render()
      if (!html.includes('</html>')) throw new Error(`This is not the start page: ${html.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, work))
  return performance.now() - began
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

if (import.meta.main) console.table(await benchPlatformLayer({ placesFile: process.argv[2] }))

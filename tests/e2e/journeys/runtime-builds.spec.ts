import type { Page } from '@playwright/test'
import { navigateInApp, openHydrated, recordDocuments, waitForRouter } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { startSite } from '../site.ts'
import { ASSETS_PATH } from '../site-location.ts'

const HOUR_MS = 3_600_000
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

test('redirects to the home page if the remembered return target is on another site (runtime 4.5)', async ({
  page,
  signIn,
  site,
}) => {
  await signIn()
  for (const target of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]) {
    const cookie = `hereabouts-return=${encodeURIComponent(target)}`
    const held = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await page.request.get('/auth/login', {
      maxRedirects: 0,
      headers: { cookie: `${held}; ${cookie}` },
    })
    expect([target, response.status(), site.pathOf(response.headers().location)]).toEqual([target, 302, '/'])
  }
})

test('identifies the build and its files (runtime 5.1)', async ({ page }) => {
  await openHydrated(page, '/about')
  const version = await page.evaluate(
    () => (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version,
  )
  const latest = await page.request.get(`${ASSETS_PATH}/builds/latest.json`)
  expect(await latest.json()).toEqual({ id: version, timestamp: expect.any(Number) })
  expect(latest.headers()['cache-control']).toBe('public, max-age=1')
  const meta = await page.request.get(`${ASSETS_PATH}/builds/meta/${version}.json`)
  expect(await meta.json()).toMatchObject({ id: version, matcher: expect.any(Object), prerendered: expect.any(Array) })
  expect(meta.headers()['cache-control']).toContain('max-age=31536000, immutable')
})

test('loads pages when the build file is missing (runtime 5.2)', async ({ page, expectedErrors }) => {
  expectedErrors.push(/builds|Failed to load/)
  await page.route('**/builds/**', (route) => route.abort())
  await openHydrated(page, '/about')
  await navigateInApp(page, '/explore?photos=1')
  await expect(page).toHaveURL(/\/explore\?photos=1/)
  await expect(page.locator('.error-sheet')).toHaveCount(0)
})

test('applies the operator’s redirects to URLs and navigations, within the site and beyond (runtime 5.3)', async ({
  page,
}) => {
  const rules = {
    '/old/**': { redirect: '/spot/**' },
    '/gone': { redirect: { to: '/about', statusCode: 301 } },
    '/elsewhere/**': { redirect: 'https://elsewhere.example/**' },
  }
  await using site = await startSite({
    template: process.env.E2E_TEMPLATE,
    environment: { ROUTE_RULES: JSON.stringify(rules) },
  })
  const summarize = async (path: string) => {
    const response = await page.request.get(site.url + path, { maxRedirects: 0 })
    return [response.status(), site.pathOf(response.headers().location)]
  }
  expect(await summarize('/old/abc?do=share')).toEqual([307, '/spot/abc?do=share'])
  expect(await summarize('/GONE/')).toEqual([301, '/about'])
  expect(await summarize('/elsewhere/a?b=c')).toEqual([307, 'https://elsewhere.example/a?b=c'])
  expect(await summarize('/old//evil.example')).toEqual([307, '/spot/evil.example'])

  await openHydrated(page, `${site.url}/explore`)
  const documents = recordDocuments(page)
  await navigateInApp(page, '/gone?x=y#privacy')
  await expect(page).toHaveURL(`${site.url}/about?x=y#privacy`)
  expect(documents).toEqual([])
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'another site' }))
  await navigateInApp(page, '/elsewhere/a?b=c')
  await expect(page.getByText('another site')).toBeVisible()
  expect(documents).toEqual(['https://elsewhere.example/a?b=c'])
})

test('logs each page that a bot requests, and sends it the usual response (runtime 5.4)', async ({ request, site }) => {
  const read = async (userAgent: string) => {
    const before = site.output().length
    const response = await request.get('/about', { headers: { 'user-agent': userAgent } })
    const lines = site
      .output()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"bot"'))
    return { status: response.status(), entries: lines.map((line) => JSON.parse(line)) }
  }
  expect(await read('Mozilla/5.0 Firefox/140.0')).toEqual({ status: 200, entries: [] })
  await expect(async () => {
    const { status, entries } = await read(GOOGLEBOT)
    expect(status).toBe(200)
    expect(entries).toEqual([
      { time: expect.any(String), level: 'info', message: 'bot', method: 'GET', path: '/about', bot: 'Googlebot' },
    ])
  }).toPass()
})

test('reloads once, at the target, when a route module does not load, then shows the error page (runtime 6.1)', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await openHydrated(page, '/explore')
  const documents = recordDocuments(page)
  await page.route('**/about-*.js', (route) => route.abort())
  await navigateInApp(page, '/about?x=y')
  await expect(page).toHaveURL('/about?x=y')
  await expect.poll(() => documents).toEqual(['/about?x=y'])
  await page.waitForLoadState()

  await openHydrated(page, '/explore')
  documents.length = 0
  await navigateInApp(page, '/about?x=y')
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  await expect(page).toHaveURL('/about?x=y')
  expect(documents).toEqual([])
})

/** Files that a navigation loads, each with the page at which that navigation starts and the page that it opens. */
const LOST_FILES = [
  { file: '**/about-*.js', from: '/explore', to: '/about' },
  { file: '**/_payload.json*', from: '/explore', to: '/about' },
  { file: '**/explore.data*', from: '/about', to: '/explore?photos=1' },
  { file: '**/__manifest*', from: '/about', to: '/spot/nothing-here' },
] as const

for (const { file, from, to } of LOST_FILES) {
  test(`shows the page when a file does not load at first: ${file} (runtime 8.1)`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    await page.route(file, (route) => route.fulfill({ status: 503, body: 'busy' }), { times: 1 })
    await page.route(file, (route) => route.abort(), { times: 1 })
    const lost: string[] = []
    page.on('requestfailed', (request) => lost.push(request.url()))
    await openHydrated(page, from)
    const documents = recordDocuments(page)
    await navigateInApp(page, to)
    await expect(page).toHaveURL(to)
    const missing = to.startsWith('/spot')
    await expect(page.getByText('Page Not Found: /spot/nothing-here')).toHaveCount(missing ? 1 : 0)
    await expect(page.locator('.error-sheet')).toHaveCount(missing ? 1 : 0)
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    expect(documents).toEqual([])
  })
}

test('loads a lazy part of a page when its file does not load at first (runtime 8.1)', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/map-libre-*.js', (route) => route.abort(), { times: 2 })
  await openHydrated(page, '/explore')
  await expect(page.locator('.maplibregl-map')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('.error-sheet')).toHaveCount(0)
})

test('keeps the start page as the server sent it until its later parts are loaded', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/sections-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.addInitScript(watchLayoutShifts)
  await page.goto('/')
  await waitForRouter(page)
  const sections = page.getByRole('heading', { level: 2 })
  const count = await sections.count()
  expect(count).toBeGreaterThan(1)
  await page.waitForTimeout(500)
  await expect(sections).toHaveCount(count)
  release()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/sections-')),
  )
  await page.waitForTimeout(500)
  await expect(sections).toHaveCount(count)
  expect(await page.evaluate(() => (window as Window & { layoutShift?: number }).layoutShift)).toBeLessThan(0.05)
})

test('shows the start page whole after a navigation, and without its later parts when they do not load', async ({
  page,
  expectedErrors,
}) => {
  await openHydrated(page, '/about')
  await navigateInApp(page, '/')
  await page.getByRole('heading', { name: 'Worth knowing, hereabouts.' }).waitFor()
  const sections = page.getByRole('heading', { level: 2 })
  const count = await sections.count()
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/sections-*.js', (route) => route.abort())
  await page.goto('/')
  await waitForRouter(page)
  await expect(sections).toHaveCount(count)
  await page.getByRole('main').getByRole('link', { name: 'Join', exact: false }).first().click()
  await expect(page).toHaveURL(/\/auth\//)
})

test('applies the styles of every page once, before those of the screen', async ({ page }) => {
  await openHydrated(page, '/')
  const listSheets = () =>
    page.evaluate(() =>
      Array.from(document.styleSheets, ({ href }) => href?.split(/[/#]/).find((part) => part.endsWith('.css'))),
    )
  // The later parts of the page load with the first chunk that needs the styles of every page.
  await expect.poll(listSheets).toContainEqual(expect.stringMatching(/^late-fonts-/))
  await navigateInApp(page, '/about')
  await expect.poll(listSheets).toContainEqual(expect.stringMatching(/^about-/))
  expect((await listSheets()).filter((name) => name?.startsWith('start-'))).toHaveLength(1)
})

test('shows a page whose stylesheet does not load (runtime 6.4)', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./)
  await openHydrated(page, '/about')
  const documents = recordDocuments(page)
  await page.route('**/explore-*.css', (route) => route.abort())
  await navigateInApp(page, '/explore')
  await expect(page).toHaveURL(/\/explore/)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('.error-sheet')).toHaveCount(0)
  expect(documents).toEqual([])
})

test('loads the whole page at the next navigation after a new build, but not for the same build or no response (runtime 6.5)', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const { requested, answerWith } = await watchLatest(page)
  await openHydrated(page, '/about')
  const documents = recordDocuments(page)
  await page.clock.fastForward(HOUR_MS - 5_000)
  expect(requested).toEqual([])
  // Advances hour by hour until it has checked, because the page restarts its timer after each response.
  const waitForQuestion = async () => {
    const before = requested.length
    await expect
      .poll(async () => {
        await page.clock.fastForward(HOUR_MS)
        return requested.length
      })
      .toBeGreaterThan(before)
  }
  await waitForQuestion()
  answerWith(undefined)
  await waitForQuestion()
  await navigateInApp(page, '/explore')
  await expect(page).toHaveURL(/\/explore/)
  answerWith('{"id":"another"}')
  await waitForQuestion()
  expect(documents).toEqual([])
  await expect(async () => {
    await navigateInApp(page, '/about?x=y')
    expect(documents).toEqual(['/about?x=y'])
  }).toPass()
})

/** Intercepts the requests for the newest build, with the true response at first. */
async function watchLatest(page: Page) {
  await page.clock.install()
  const requested: string[] = []
  let response: { body: string | undefined } | undefined
  await page.route('**/builds/latest.json?*', async (route) => {
    requested.push(route.request().url())
    if (!response) return route.continue()
    return response.body === undefined ? route.abort() : route.fulfill({ body: response.body })
  })
  return {
    requested,
    answerWith: (body: string | undefined) => {
      response = { body }
    },
  }
}

/** Runs in the page: adds up how far its contents moved. */
function watchLayoutShifts() {
  const page = window as Window & { layoutShift?: number }
  page.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      page.layoutShift = (page.layoutShift ?? 0) + ('value' in entry ? Number(entry.value) : 0)
  }).observe({ type: 'layout-shift', buffered: true })
}

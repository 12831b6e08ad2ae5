import type { Page, Request } from '@playwright/test'
import { createServiceClient } from '../accounts.ts'
import { navigateInApp, openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { ASSETS_PATH } from '../site-location.ts'

/** Follows a link of the header. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click()
}

function listPaths(requests: Request[], pattern: RegExp): string[] {
  return requests.map((request) => request.url()).filter((url) => pattern.test(url))
}

/** Records the requests of a page from now on. */
function watchRequests(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  return requests
}

test('keeps a member signed in on a prerendered page, by click and by URL (runtime 7.1)', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/')
  const requests = watchRequests(page)
  await press(page, 'About')
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  expect(listPaths(requests, /\/about\.data/)).toEqual([])
  expect(listPaths(requests, /\/about\/_payload\.json\?\w+$/).length).toBeGreaterThan(0)
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
})

test('updates a prerendered page seen before when its viewer signs in and out (runtime 7.1)', async ({
  page,
  account,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await press(page, 'About')
  await expect(page.getByRole('heading', { name: 'About this map' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await press(page, 'About')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
})

test('warns about a missing payload and shows the page (runtime 7.1)', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.route(/_payload\.json/, (route) => route.abort())
  await openHydrated(page, '/')
  await press(page, 'About')
  await expect(page.getByRole('heading', { name: 'About this map' })).toBeVisible()
  expect(warnings.some((text) => text.includes('_payload.json'))).toBe(true)
})

test('fetches the list of prerendered pages a second after the page is ready, and prefetches visible links (runtime 7.2)', async ({
  page,
}) => {
  const requests = watchRequests(page)
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
  // The page reports once it is ready.
  await page.addInitScript(() => {
    navigator.sendBeacon = () => Reflect.set(window, 'isReady', true)
  })
  await page.goto('/')
  // Scripts load after the first paint, whose frame needs time to pass.
  await page.clock.runFor(1000)
  await page.waitForFunction(() => 'isReady' in window)
  await page.clock.runFor(999)
  expect(listPaths(requests, /builds\/meta/)).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => listPaths(requests, /builds\/meta\/\w+\.json$/).length).toBe(1)
  await page.clock.runFor(1000)
  await expect
    .poll(
      async () => {
        // A hidden page renders no frame, so it cannot detect what is visible.
        await page.screenshot()
        return listPaths(requests, /\/about\/_payload\.json/).length
      },
      { timeout: 30_000 },
    )
    .toBe(1)
})

test('prefetches nothing on the slowest connections (runtime 7.2)', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' } })
  })
  await page.clock.install()
  await page.goto('/')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  const requests = watchRequests(page)
  await page.clock.runFor(5000)
  expect(listPaths(requests, /builds\/meta|_payload/)).toEqual([])
})

test('waits at most 100 ms for a frame before a navigation (runtime 7.3)', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/auth/login')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window, undefined, { polling: 100 })
  const waitedMs = await page.evaluate(async () => {
    const link = [...document.querySelectorAll('a')].find(({ pathname }) => pathname.endsWith('/auth/signup'))
    const began = performance.now()
    link?.click()
    while (!window.location.pathname.endsWith('/auth/signup')) await new Promise((settle) => setTimeout(settle, 1))
    return performance.now() - began
  })
  expect(waitedMs).toBeGreaterThanOrEqual(95)
  expect(waitedMs).toBeLessThan(2000)
})

test('requests all files of the next screen at once, without applying its styles to the current one', async ({
  page,
}) => {
  await openHydrated(page, '/')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const requested: string[] = []
  await page.route(new RegExp(`${ASSETS_PATH}/[^/]+\\.(js|css)$`), async (route) => {
    requested.push(new URL(route.request().url()).pathname)
    await released
    await route.continue()
  })
  await navigateInApp(page, '/explore')
  // No file has arrived, so the names of all but the first come from the router's manifest.
  await expect.poll(() => requested.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(15)
  const isOfExplore = (path: string) => /\/explore-[\w-]+\.css/.test(path)
  expect(requested.filter(isOfExplore)).toHaveLength(1)
  const applied = await page
    .locator('link[rel=stylesheet]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => href))
  expect(applied.filter(isOfExplore)).toEqual([])
  release()
  await expect(page.locator('.explore-list a').first()).toBeVisible()
})

test.describe('with static maps', () => {
  test.use({ drawsStaticMaps: true })

  test('loads everything a page shows, wherever the site and its assets are served (runtime 7.4)', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/404/)
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.request().isNavigationRequest()) missing.push(response.url())
    })
    page.on('requestfailed', (request) => {
      // The browser aborts requests in progress when the page navigates away.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') missing.push(request.url())
    })
    for (const path of ['/', '/spot/nothing-here']) {
      await page.goto(path)
      const ground = page.locator('.static-map-base, .error-sheet').first()
      await expect(ground).toHaveCSS('background-image', /\/static-map\/[^"]+\.svg/)
      const [, address = ''] =
        /url\("([^"]+)"\)/.exec(await ground.evaluate((it) => getComputedStyle(it).backgroundImage)) ?? []
      const picture = await page.request.get(address)
      expect([address, picture.status(), picture.headers()['content-type']]).toEqual([address, 200, 'image/svg+xml'])
      await page.waitForLoadState('networkidle')
    }
    expect(missing).toEqual([])
  })
})

test('counts each page view once, by route and path, ignoring query changes (runtime 7.5)', async ({ page, site }) => {
  const views: unknown[] = []
  // Request events do not contain the body of a beacon.
  await page.exposeFunction('keepView', (text: string) => views.push(JSON.parse(text)))
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      void (body as Blob).text().then(Reflect.get(window, 'keepView'))
      return send(url, body)
    }
  })
  await openHydrated(page, '/explore?lat=50.08&lng=14.42&z=13')
  await page.locator('main a[href*="/spot/"]').filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/spot\/\w+/)
  const spot = site.pathOf(page.url())?.split('?')[0]
  await press(page, 'About')
  await expect(page).toHaveURL('/about')
  await navigateInApp(page, '/about?seen=1#privacy')
  await expect(page).toHaveURL('/about?seen=1#privacy')
  await expect
    .poll(() => views)
    .toEqual([
      { route: '/explore', path: '/explore' },
      { route: '/spot/[id]', path: spot },
      { route: '/about', path: '/about' },
    ])
  const client = createServiceClient(site.url)
  await expect
    .poll(
      async () =>
        (
          await client
            .from('page_views')
            .select('path')
            .eq('path', spot ?? '')
        ).data?.length,
    )
    .toBe(1)
})

test('counts no views of missing pages, by URL and by navigation (runtime 7.5)', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await signIn()
  const counted: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('page-views')) counted.push(request.url())
  })
  const expectMissing = () => expect(page.locator('.error-sheet')).toBeVisible()
  await openHydrated(page, '/spot/nothing-here')
  await expectMissing()
  expect(counted).toHaveLength(0)
  await navigateInApp(page, '/about')
  await expect.poll(() => counted).toHaveLength(1)
  for (const path of ['/spot/nothing-there', '/city/nowhere-at-all', '/post/no-such-story', '/nope']) {
    await navigateInApp(page, path)
    await expect(page).toHaveURL(path)
    await expectMissing()
  }
  expect(counted).toHaveLength(1)
  await navigateInApp(page, '/explore')
  await expect.poll(() => counted).toHaveLength(2)
})

test('counts no views of visitors who opt out (runtime 7.5)', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  const requests = watchRequests(page)
  await page.goto('/')
  await press(page, 'About')
  await expect(page).toHaveURL('/about')
  expect(listPaths(requests, /page-views/)).toEqual([])
})

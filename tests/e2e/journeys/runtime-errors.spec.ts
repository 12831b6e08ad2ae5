import { navigateInApp, openHydrated, recordDocuments } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

const LONG_NAME = 'x'.repeat(201)
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
/** A screen that renders on the server and throws in the browser. */
const FAILING_SCREEN = 'export default function Broken() { throw new Error("in the browser only") }'

test('returns 404 with the path for an invalid URL, on load and on navigation, within the layout and theme (runtime 2.1)', async ({
  page,
  context,
  signIn,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await context.addCookies([{ name: 'hereabouts-theme', value: 'night', url: `${site.url}/` }])
  await signIn()
  const path = `/city/${LONG_NAME}?kind=bench`
  const expectRejection = async (fullPath: string) => {
    await expect(page.getByText(`Page Not Found: ${fullPath}`, { exact: true })).toBeVisible()
    await expect(page).toHaveTitle(`404 - Page Not Found: ${fullPath} | Hereabouts`)
    await expect(page).toHaveURL(fullPath)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
  }
  expect((await page.goto(path))?.status()).toBe(404)
  await expectRejection(path)

  await openHydrated(page, '/about')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await navigateInApp(page, `${path}#top`)
  await expectRejection(`${path}#top`)
  expect(requested.filter((url) => url.includes('.data'))).toEqual([])
})

test('returns 404 for data requests and forms at an invalid URL (runtime 2.1)', async ({ request, site }) => {
  const path = `/spot/${LONG_NAME}`
  expect((await request.get(`${path}.data?_routes=root`)).status()).toBe(404)
  const headers = { origin: new URL(site.url).origin }
  expect((await request.post(path, { headers, form: { intent: 'delete' } })).status()).toBe(404)
})

test('returns 404 with a different text for a URL without a route (runtime 2.2)', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await signIn()
  await openHydrated(page, '/about')
  const response = await page.goto('/nope/x?y=1')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Page not found: /nope/x?y=1')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('shows the path of a missing page with query and hash after navigation (runtime 2.2)', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await signIn()
  await openHydrated(page, '/about')
  for (const path of ['/nope?a=%41+b&&c=d%2Fe#%20x', '/nope?=&q=caf%C3%A9#']) {
    await navigateInApp(page, path)
    await expect(page.getByText(`Page not found: ${path.replace(/#$/, '')}`, { exact: true })).toBeVisible()
  }
})

test('keeps the URL of a failing page, and Back leads to the page before (runtime 2.4)', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await signIn()
  await openHydrated(page, '/about')
  await navigateInApp(page, '/nope/x?y=1#z')
  await expect(page.getByText('Page not found: /nope/x?y=1#z')).toBeVisible()
  await expect(page).toHaveURL('/nope/x?y=1#z')
  await page.goBack()
  await expect(page.getByText('Page not found')).toBeHidden()
  await expect(page).toHaveURL('/about')
})

test('sends stricter headers with errors, and does not cache a missing page (runtime 2.6)', async ({ request }) => {
  const response = await request.get('/spot/nothing-here')
  expect(response.status()).toBe(404)
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('shows what to do on a failing screen, but not the error (runtime 3.1)', async ({ page, expectedErrors }) => {
  expectedErrors.push(/in the browser only/)
  await page.route('**/about-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: FAILING_SCREEN }))
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  await expect(page).toHaveTitle('500 - Internal Server Error | Hereabouts')
  expect(await page.locator('body').textContent()).not.toContain('in the browser only')
})

test('shows bots no error page: the server-rendered one when the browser fails, a bare 404 for a missing one (runtime 3.2)', async ({
  openOther,
  expectedErrors,
}) => {
  expectedErrors.push(/in the browser only/, /404/)
  const page = await openOther({ userAgent: GOOGLEBOT })
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  await page.route('**/about-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: FAILING_SCREEN }))
  await page.goto('/about')
  const words = await page.locator('main').textContent()
  await expect.poll(() => lines.join('\n')).toContain(`Not rendering error page for bot with user agent ${GOOGLEBOT}`)
  expect(await page.locator('main').textContent()).toBe(words)
  await expect(page.getByText('Internal Server Error')).toHaveCount(0)
  await expect(page.locator('header')).toHaveCount(1)

  expect((await page.goto('/spot/nothing-here'))?.status()).toBe(404)
  await expect(page.getByText('404 - Page Not Found: /spot/nothing-here | Hereabouts')).toBeVisible()
  await expect(page.getByText('Off the sheet')).toHaveCount(0)
})

test('replaces the history entry when leaving an error page for the home page (runtime 3.3)', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await openHydrated(page, '/about')
  for (const address of ['/spot/nothing-here', '/spot/nothing-there']) {
    await navigateInApp(page, address)
    await expect(page.getByText(`Page Not Found: ${address}`)).toBeVisible()
    const before = await page.evaluate(() => history.length)
    await page.getByRole('link', { name: 'Go back home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Page Not Found')).toBeHidden()
    expect(await page.evaluate(() => history.length)).toBe(before)
  }
})

test('loads the page again on retry without reloading the app (runtime 3.3)', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./)
  await openHydrated(page, '/about')
  const documents = recordDocuments(page)
  await page.route('**/explore.data*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await navigateInApp(page, '/explore')
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.unroute('**/explore.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeHidden()
  await expect(page).toHaveURL('/explore')
  expect(documents).toEqual([])
})

test('says that the browser is offline, and shows the page once it is online (runtime 3.1)', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await signIn()
  for (const [from, to, title] of [
    ['/about', '/explore?photos=1', /^Explore/],
    // No file of this page is loaded yet.
    ['/explore', '/account/settings?section=profile', /^Settings/],
  ] as const) {
    await openHydrated(page, from)
    const documents = recordDocuments(page)
    await context.setOffline(true)
    await navigateInApp(page, to)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page).toHaveTitle('You are offline | Hereabouts')
    await expect(page.getByText('500')).toHaveCount(0)
    await expect(page).toHaveURL(to)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    expect(documents).toEqual([])
    // The page requests the data again without a click.
    await context.setOffline(false)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('.error-sheet')).toHaveCount(0)
  }
})

test('keeps the page when a dialog does not load offline, and opens it once online (runtime 6.1)', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await page.setViewportSize({ width: 360, height: 740 })
  await openHydrated(page, '/about')
  const documents = recordDocuments(page)
  await context.setOffline(true)
  const open = page.getByRole('banner').getByRole('link', { name: 'Search' })
  await open.click()
  await expect(page.getByText('This needs a connection. Try again when you are online.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.error-sheet')).toHaveCount(0)
  expect(documents).toEqual([])
  await context.setOffline(false)
  await open.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('logs failures before the app mounts and continues (runtime 3.4)', async ({
  page,
  expectedErrors,
  consoleErrors,
}) => {
  expectedErrors.push(/error caught during app initialization/)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', {
      get: () => {
        throw new Error('no user agent here')
      },
    })
  })
  await openHydrated(page, '/about')
  expect(consoleErrors.join('\n')).toContain('error caught during app initialization Error: no user agent here')
})

test('logs to the console that the app cannot mount, and keeps the server’s page (runtime 3.4)', async ({
  page,
  expectedErrors,
  consoleErrors,
}) => {
  expectedErrors.push(/Error while mounting app/)
  await page.addInitScript(() => {
    Object.defineProperty(window, '__reactRouterManifest', { get: () => undefined, set: () => undefined })
  })
  await page.goto('/about')
  await expect.poll(() => consoleErrors.join('\n')).toContain('Error while mounting app:')
})

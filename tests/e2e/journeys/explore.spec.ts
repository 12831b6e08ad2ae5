import type { Page } from '@playwright/test'
import { toCoarsePosition } from '../../../web/app/features/map/coarse-position.ts'
import { navigateInApp } from '../app-router.ts'
import { expect } from '../expect.ts'
import { waitForMap } from '../explore-screen.ts'
import { test } from '../fixtures.ts'
import { SEED_SPOTS } from '../seed.ts'

/** Everything of the seed, and nothing that other tests may have added elsewhere. */
const NEW_ZEALAND = '/explore?lat=-44.93&lng=167.79&z=6'
const PRAGUE = { lat: 50.085, lng: 14.403 }
const BRIDGE = { lat: 50.0865, lng: 14.4114 }

test('shows the same counts of the whole world in map and list', async ({ page, checkAccessibility }) => {
  await page.goto('/explore?lat=20&lng=10&z=0')
  await waitForMap(page)
  const count = await readCount(page)
  expect(count).toBeGreaterThanOrEqual(SEED_SPOTS.length)
  expect(await sumMarks(page)).toBe(count)
  await checkAccessibility()
})

test('zooms into clusters until single spots show, and opens one', async ({ page }) => {
  await page.goto(`/explore?lat=${PRAGUE.lat}&lng=${PRAGUE.lng}&z=8`)
  await waitForMap(page)
  const bridge = findMarks(page).and(page.getByRole('button', { name: /^Charles Bridge/ }))
  for (let look = 0; look < 8 && !(await bridge.isVisible()); look += 1) {
    const before = page.url()
    await lookCloserAt(page, BRIDGE)
    await expect(page).not.toHaveURL(before)
    await waitForMap(page)
    await expect.poll(() => sumMarks(page)).toBe(await readCount(page))
  }
  await bridge.click()
  const card = page.getByRole('article', { name: 'Charles Bridge' })
  await expect(card).toBeVisible()
  await card.getByRole('link', { name: 'Charles Bridge' }).click()
  await expect(page).toHaveURL(/\/spot\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Charles Bridge' })).toBeVisible()
})

test('updates list and URL when the map is moved by mouse or keyboard', async ({ page }) => {
  await page.goto('/explore?lat=-44.93&lng=160&z=6')
  await waitForMap(page)
  await expect(page.getByText('No spots here yet').first()).toBeVisible()
  const map = page.getByRole('region', { name: 'Map of spots', exact: true })
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size.')
  const [x, y] = [box.x + box.width * 0.8, box.y + box.height / 2]
  for (let drag = 0; drag < 2; drag += 1) {
    const before = page.url()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 500, y, { steps: 4 })
    await page.mouse.up()
    await expect(page).not.toHaveURL(before)
    await waitForMap(page)
  }
  await expect(findRow(page, 'Milford Track')).toBeVisible()
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('lng'))).toBeGreaterThan(160)

  await map.locator('canvas').focus()
  await page.keyboard.press('+')
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('z'))).toBeGreaterThan(6)
})

test('finds a spot by words, by a suggestion and by category', async ({ page }) => {
  await page.goto('/explore')
  const field = page.getByRole('banner').getByLabel('Search spots, cities, tags')
  // Types at once, while suggestions still load: no letter may be lost.
  await field.pressSequentially('skogafoss')
  await page.getByRole('option', { name: /Skógafoss/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Skógafoss' })).toBeVisible()

  await page.goto('/')
  const words = page.getByRole('main').locator('input[name="q"]')
  await words.fill('blossom')
  await words.press('Enter')
  await expect(page).toHaveURL(/\/explore\?q=blossom/)
  await expect(findRow(page, 'Ueno Park')).toBeVisible()

  await page.goto('/explore?lat=20&lng=10&z=1')
  await page.getByRole('link', { name: 'Water', exact: true }).click()
  await expect(page).toHaveURL(/group=water/)
  await expect(findRow(page, 'Skógafoss')).toBeVisible()
  await expect(findRow(page, 'Charles Bridge')).toBeHidden()
  await page.reload()
  await expect(findRow(page, 'Skógafoss')).toBeVisible()
  await expect(findRow(page, 'Charles Bridge')).toBeHidden()
})

test('does not claim that nothing matches when suggestions fail to load', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.goto('/about')
  await page.route('**/suggestions.json?**', (route) => route.abort())
  await page.getByLabel('Search spots, cities, tags').first().focus()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Charles')
  await expect(page.getByText('Suggestions could not be loaded.')).toBeVisible()
})

test('moves the map to a city by its name', async ({ page }) => {
  await page.goto('/explore?q=Prague')
  await expect(page).toHaveURL(/lat=50\.\d+&lng=14\.\d+/)
  await expect(findRow(page, 'Charles Bridge')).toBeVisible()
})

test('moves and zooms by gestures that begin on a marker, without opening it', async ({ page }) => {
  for (const zoom of [2, 6, 10, 16]) {
    await page.goto(`/explore?lat=${BRIDGE.lat}&lng=${BRIDGE.lng}&z=${zoom}`)
    await waitForMap(page)
    const start = page.url()
    const [x, y] = await moveToMark(page)
    await page.mouse.down()
    await page.mouse.move(x - 150, y + 40, { steps: 5 })
    await page.mouse.up()
    await expect(page, `drag at zoom ${zoom}`).not.toHaveURL(start)
    await waitForMap(page)
    await moveToMark(page)
    await page.mouse.wheel(0, -300)
    await expect.poll(() => readZoom(page), { message: `wheel at zoom ${zoom}` }).toBeGreaterThan(zoom)
    expect(new URL(page.url()).searchParams.has('spot')).toBe(false)
    await expect(page.getByRole('region', { name: 'Map of spots', exact: true }).getByRole('article')).toHaveCount(0)
  }
})

test('moves through the list with arrow keys, highlights the marker, and opens a spot with Enter', async ({ page }) => {
  await page.goto(`/explore?lat=${PRAGUE.lat}&lng=${PRAGUE.lng}&z=12`)
  await waitForMap(page)
  await page.getByRole('link', { name: 'Skip to the list' }).focus()
  await page.keyboard.press('Enter')
  const rows = page.locator('#results li').getByRole('link')
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await expect(page.locator('[data-active]')).toHaveCount(1)
  const title = await rows.nth(1).textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible()
})

test('says that an area has no spots and names the nearest one', async ({ page, checkAccessibility }) => {
  await page.goto('/explore?lat=49.7&lng=14.9&z=15')
  await waitForMap(page)
  await expect(page.getByRole('heading', { level: 1, name: 'No spots here yet' })).toBeVisible()
  await expect(page.getByText(/nearest spot/i).first()).toBeVisible()
  await checkAccessibility()
})

test.describe('with a position', () => {
  const HERE = { lat: 50.08712, lng: 14.41283 }
  test.use({ geolocation: { latitude: HERE.lat, longitude: HERE.lng }, permissions: ['geolocation'] })

  test('shows nearby spots without sending the position or writing it to the URL', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)))
    // Scripts load after the first paint. A press before they run must not be lost.
    const scripts = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const nearMe = page.getByRole('search', { name: 'Map' }).getByRole('button', { name: 'Near me' })
    await nearMe.click()
    await expect(nearMe).toHaveAttribute('aria-busy', 'true')
    scripts.resolve()
    await expect(page.getByText('from where you are')).toBeVisible()
    await waitForMap(page)
    await expect(page.getByRole('button', { name: 'You are here' })).toBeVisible()
    await expect(page).toHaveURL('/explore')
    await navigateInApp(page, '/')
    const near = page.getByRole('region', { name: 'Near you' })
    await expect(near.getByRole('link', { name: 'Charles Bridge' })).toBeVisible()
    await expect(near.getByText(/ of you$/).first()).toBeAttached()
    await page.goto(`/explore?lat=${HERE.lat - 3}&lng=${HERE.lng + 1}&z=8`)
    await waitForMap(page)
    await page.getByRole('button', { name: 'Near me' }).click()
    await expect(findRow(page, 'Charles Bridge')).toBeVisible()
    await waitForMap(page)
    expect(sent.filter((text) => /50\.087|14\.412/.test(text))).toEqual([])
    expect(page.url()).not.toMatch(/50\.08/)
    const coarse = toCoarsePosition(HERE)
    const [west = 0, south = 0, east = 0, north = 0] =
      /view\.json\?.*view=([-\d.,]+)/
        .exec(sent.findLast((text) => text.includes('view.json')) ?? '')?.[1]
        ?.split(',')
        .map(Number) ?? []
    expect((west + east) / 2).toBeCloseTo(coarse.lng, 3)
    expect((south + north) / 2).toBeCloseTo(coarse.lat, 2)
  })
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('offers the list, the filters and the search', async ({ page }) => {
    await page.goto(NEW_ZEALAND)
    await expect(findRow(page, 'Milford Track')).toBeVisible()
    await page.goto('/explore')
    await expect(page.getByRole('button', { name: 'Zoom in', exact: true })).toBeHidden()
    await page.getByRole('banner').getByLabel('Search spots, cities, tags').fill('Milford Track')
    await page.getByRole('banner').getByLabel('Search spots, cities, tags').press('Enter')
    await expect(findRow(page, 'Milford Track')).toBeVisible()
  })
})

function findRow(page: Page, title: string) {
  return page.locator('#results').getByRole('link', { name: title ?? '' })
}

function findMarks(page: Page) {
  return page.locator('.map-marker')
}

/** Moves the mouse to the marker nearest to the middle of the map. */
async function moveToMark(page: Page): Promise<[number, number]> {
  const map = await page.getByRole('region', { name: 'Map of spots', exact: true }).boundingBox()
  const boxes = await findMarks(page).evaluateAll((marks) =>
    marks.map((mark) => mark.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2]),
  )
  const middle = map ? [map.x + map.width / 2, map.y + map.height / 2] : [0, 0]
  const distance = ([x = 0, y = 0]: number[]) => Math.hypot(x - (middle[0] ?? 0), y - (middle[1] ?? 0))
  const [x = 0, y = 0] = boxes.toSorted((a, b) => distance(a) - distance(b))[0] ?? []
  await page.mouse.move(x, y)
  return [x, y]
}

function readZoom(page: Page): number {
  return Number(new URL(page.url()).searchParams.get('z'))
}

/** Clicks the cluster nearest to a position, because other tests add spots elsewhere. */
async function lookCloserAt(page: Page, { lat, lng }: { lat: number; lng: number }): Promise<void> {
  const { searchParams } = new URL(page.url())
  const [shownLat, shownLng, zoom] = ['lat', 'lng', 'z'].map((name) => Number(searchParams.get(name)))
  const box = await page.getByRole('region', { name: 'Map of spots', exact: true }).boundingBox()
  if (!box) throw new Error('The map has no size.')
  const worldPixels = 512 * 2 ** (zoom ?? 0)
  const x = box.x + box.width / 2 + ((lng - (shownLng ?? 0)) / 360) * worldPixels
  const y = box.y + box.height / 2 + (toMercatorY(lat) - toMercatorY(shownLat ?? 0)) * worldPixels
  const counts = await page.getByRole('button', { name: /zoom in/ }).all()
  const boxes = await Promise.all(counts.map((count) => count.boundingBox()))
  const distances = boxes.map((mark) =>
    mark ? Math.hypot(mark.x + mark.width / 2 - x, mark.y + mark.height / 2 - y) : Infinity,
  )
  await counts[distances.indexOf(Math.min(...distances))]?.click()
}

/** Returns the vertical position of a latitude on a Mercator map of height 1. */
function toMercatorY(lat: number): number {
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)
}

/** Returns the number in "12 spots in view". */
async function readCount(page: Page): Promise<number> {
  const text = await page.locator('#results h1').textContent()
  return Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '') ?? 0)
}

/** Returns the number of spots that the markers on the map represent. */
async function sumMarks(page: Page): Promise<number> {
  const labels = await findMarks(page).evaluateAll((marks) =>
    marks.map((mark) => mark.getAttribute('aria-label') ?? ''),
  )
  const counts = labels.map((label) => Number(/^([\d,]+) spots/.exec(label)?.[1]?.replaceAll(',', '') ?? 1))
  return counts.reduce((sum, count) => sum + count, 0)
}

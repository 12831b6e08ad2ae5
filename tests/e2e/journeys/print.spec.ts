import type { Page } from '@playwright/test'
import { createMemberClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY } from '../seed.ts'

/** The width of A4 without margins, in CSS pixels. */
const PAPER = 720

/** Shows a page as it is printed. The screen of a list is loaded on its own, so it listens later than the page. */
async function showOnPaper(page: Page): Promise<void> {
  const showCode = async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    return page.locator('.print-code img').count()
  }
  await expect.poll(showCode).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: PAPER, height: 1020 })
}

test('prints a list, a search, a city and a story with map, marks, rows and QR code, and without controls', async ({
  page,
  site,
  signIn,
}) => {
  const account = await signIn()
  const client = await createMemberClient(site.url, account)
  const { data: bridge } = await client.from('spots').select('id').eq('title', 'Charles Bridge').single().throwOnError()
  const { data: list } = await client
    .rpc('create_list', { title: 'On paper', visibility: 'public', spot: bridge.id })
    .throwOnError()
  const { data: story } = await client
    .from('posts')
    .insert({
      ...{ title: 'Paper walk', summary: 'One bridge', body: `Go.\n\n/spot/${bridge.id}\n\nThe end.` },
      ...{ author_id: account.id, status: 'published', visibility: 'public' },
    })
    .select('slug')
    .single()
    .throwOnError()
  const pages = [
    { path: `/explore?list=${list.id}`, marks: '.map-marker', map: '.explore-map .map' },
    { path: '/explore?q=bridge&lat=50.0865&lng=14.4114&z=12', marks: '.map-marker', map: '.explore-map .map' },
    { path: `/city/${SEED_CITY}`, marks: '.city-map .category-icon:visible', map: '.city-map' },
    { path: `/post/${story.slug}`, marks: '.story-map .stop-mark:visible', map: '.story-map-wide' },
  ]
  for (const { path, marks, map } of pages) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await openHydrated(page, path)
    await expect(page.locator(marks).first()).toBeVisible()
    await showOnPaper(page)
    const frame = await page.locator(map).first().boundingBox()
    const mark = await page.locator(marks).first().boundingBox()
    if (!frame || !mark) throw new Error(`${path} has no map with marks on paper`)
    expect(frame.width).toBeLessThanOrEqual(PAPER)
    const sources = page.locator('.explore-map .map-attribution')
    if (await sources.count()) {
      const box = await sources.boundingBox()
      expect(box?.y).toBeGreaterThan(frame.y + frame.height * 0.9)
    }
    const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2]
    expect([path, x > frame.x && x < frame.x + frame.width, y > frame.y && y < frame.y + frame.height]).toEqual([
      path,
      true,
      true,
    ])
    await expect(page.getByText('Charles Bridge').first()).toBeVisible()
    const code = page.locator('.print-code img').first()
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(page.locator('.print-code').first()).toContainText(path)
    for (const hidden of ['.map-controls', '.chip-row', '.site-nav', '.filter-bar', '.button', '.take-along-words'])
      for (const element of await page.locator(hidden).all()) await expect(element).toBeHidden()
  }
})

test('prints in the colours of the day from the night theme', async ({ page, context, site, signIn }) => {
  await context.addCookies([{ name: 'hereabouts-theme', value: 'night', url: `${site.url}/` }])
  await signIn()
  await page.goto(`/city/${SEED_CITY}`)
  const readColors = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['--map-land', '--over', '--g-past'].map((name) => style.getPropertyValue(name))
    })
  expect(await readColors()).toEqual(['#182a34', '#ff7aae', '#bcaecb'])
  await page.emulateMedia({ media: 'print' })
  expect(await readColors()).toEqual(['#f7f2e3', '#b80f5a', '#5b4f6e'])
  // Neither the picture of a live map nor a cover could be loaded again in time, so they are recoloured.
  await page.emulateMedia({ media: 'screen' })
  await openHydrated(page, '/explore?q=bridge&lat=50.0865&lng=14.4114&z=12')
  await expect(page.locator('.map[data-drawn]')).toBeVisible()
  await showOnPaper(page)
  const readPaper = (selector: string, part?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, pseudo) => {
        const { filter, printColorAdjust } = getComputedStyle(element, pseudo)
        return `${filter} ${printColorAdjust}`
      }, part)
  expect(await readPaper('.map-base', '::before')).toMatch(/^invert\(1\) .* exact$/)
  expect(await readPaper('.cover > img')).toMatch(/^invert/)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await readPaper('.map-base', '::before')).toMatch(/^none/)
})

test('prints the facts of a spot, and no links that need a screen', async ({ page, site, signIn }) => {
  const account = await signIn()
  const client = await createMemberClient(site.url, account)
  const { data: tower } = await client
    .from('spots')
    .select('id')
    .eq('title', 'Petřín Lookout Tower')
    .single()
    .throwOnError()
  await client.from('comments').insert({ spot_id: tower.id, body: 'Bring a coat.' }).throwOnError()
  await client.from('reviews').insert({ spot_id: tower.id, rating: 4, body: 'Steep.' }).throwOnError()
  await openHydrated(page, `/spot/${tower.id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('form.fact-line')).toHaveText(/^(Not yet|\d+ \w+)/)
  await expect(page.locator('form.fact-line > span')).toBeVisible()
  await expect(page.getByText('Bring a coat.')).toBeVisible()
  for (const name of ['Reply', 'Still there?', 'Edit your review', 'Open in maps', 'QR', 'From me'])
    await expect(page.getByText(name, { exact: true }).filter({ visible: true })).toHaveCount(0)
})

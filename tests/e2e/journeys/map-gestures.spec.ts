import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

/** Software WebGL may take this long for a first map when other programs use the CPU. */
const MAP_TIMEOUT_MS = 60_000

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('scrolls the page with one finger on a map in it', async ({ page }) => {
  await openHydrated(page, '/')
  const map = page.locator('.static-map-narrow .click-to-load-map')
  await map.getByRole('button', { name: 'Move this map' }).tap()
  await expect(map.locator('.map[data-idle]')).toBeVisible({ timeout: MAP_TIMEOUT_MS })
  await expect(map.locator('.maplibregl-canvas-container')).toHaveCSS('touch-action', 'pan-x pan-y')
  const box = await map.boundingBox()
  if (!box) throw new Error('There is no map.')
  const before = await page.evaluate(() => window.scrollY)
  const session = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: up === undefined ? [] : [{ x, y: y - up }] })
  await touch('touchStart', 0)
  for (const up of [20, 60, 100, 140, 180]) await touch('touchMove', up)
  await touch('touchEnd')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 50)
})

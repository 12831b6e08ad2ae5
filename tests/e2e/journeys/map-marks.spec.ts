import type { Page } from '@playwright/test'
import { createServiceClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { waitForMap } from '../explore-screen.ts'
import { test } from '../fixtures.ts'
import type { Site } from '../site.ts'

/** A point in the Atlantic, far from all other spots. */
const POINT = { lng: -38.5, lat: 31.25 }
const TITLES = ['First buoy', 'Second buoy', 'Third buoy']

test('fans out spots at one point for the mouse and lists them for the keyboard', async ({
  page,
  site,
  checkAccessibility,
}) => {
  await using _spots = await stackSpots(site)
  await page.goto(`/explore?lat=${POINT.lat}&lng=${POINT.lng - 0.01}&z=12`)
  await waitForMap(page)
  const stack = page.getByRole('button', { name: '3 spots at this point' })
  await stack.click()
  const fan = page.getByRole('group', { name: '3 spots at this point' })
  await expect(fan.getByRole('button')).toHaveCount(3)
  await checkAccessibility()
  await page.keyboard.press('Escape')
  await expect(fan).toHaveCount(0)

  await stack.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('region', { name: '3 spots at this point' })
  await expect(list.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(stack).toBeFocused()

  await stack.click()
  await fan.getByRole('button', { name: /^Second buoy/ }).click()
  await expect(page.getByRole('article', { name: 'Second buoy' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('zooms by a pinch on a marker, and closes the card of a spot with the back button', async ({ page }) => {
    await page.goto('/explore?lat=50.0865&lng=14.4114&z=14')
    await waitForMap(page)
    const mark = page.getByRole('button', { name: /^Charles Bridge/ })
    await pinch(page, mark)
    await expect.poll(() => Number(new URL(page.url()).searchParams.get('z'))).toBeGreaterThan(14.5)
    await waitForMap(page)
    await expect(page.getByRole('article', { name: 'Charles Bridge' })).toHaveCount(0)
    await mark.tap()
    const card = page.getByRole('article', { name: 'Charles Bridge' })
    await expect(card.getByRole('link', { name: 'Open' })).toBeVisible()
    const zoom = new URL(page.url()).searchParams.get('z')
    await page.goBack()
    await expect(card).toBeHidden()
    await expect.poll(() => new URL(page.url()).searchParams.get('z')).toBe(zoom)
    expect(new URL(page.url()).searchParams.has('spot')).toBe(false)
  })
})

/** Adds three spots at one point until disposal. */
async function stackSpots(site: Site): Promise<AsyncDisposable> {
  const service = createServiceClient(site.url)
  const common = { ...POINT, category: 'coast', description: 'It rings in the swell.', status: 'published' as const }
  const spots = TITLES.map((title) => ({ ...common, title }))
  const { data } = await service.from('spots').insert(spots).select('id').throwOnError()
  const ids = data.map(({ id }: { id: string }) => id)
  return {
    async [Symbol.asyncDispose]() {
      await service.from('spots').delete().in('id', ids).throwOnError()
    },
  }
}

/** Spreads two fingers that begin on a marker. */
async function pinch(page: Page, mark: ReturnType<Page['getByRole']>): Promise<void> {
  const box = await mark.boundingBox()
  if (!box) throw new Error('The mark is not on the map.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === undefined
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ],
    })
  await touch('touchStart', 8)
  for (const apart of [20, 35, 50, 65]) await touch('touchMove', apart)
  await touch('touchEnd')
}

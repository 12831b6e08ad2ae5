import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

test('keeps the picture of the map without WebGL, and says why it does not move', async ({
  page,
  checkAccessibility,
}) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, type: string, ...rest: unknown[]) {
        return type.startsWith('webgl') ? null : Reflect.apply(getContext, this, [type, ...rest])
      },
    })
  })
  await page.goto('/explore')
  const map = page.getByRole('region', { name: 'Map of spots' })
  const problem = map.getByText('This browser cannot draw the map.')
  await expect(async () => {
    await map.dispatchEvent('pointermove', { pointerType: 'mouse' })
    await expect(problem).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(map.locator('.map-start')).toBeVisible()
  await expect(map.getByRole('button', { name: 'Zoom in', exact: true })).toHaveCount(0)
  await checkAccessibility()
})

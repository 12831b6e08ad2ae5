import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Software WebGL may take this long for a first map when other programs use the CPU. */
const MAP_TIMEOUT_MS = 60_000

/** Moves the mouse over the first map until MapLibre draws it. Untouched, it would load only when the page is idle. */
async function wakeMap(page: Page): Promise<void> {
  const moveMouse = () => {
    const map = document.querySelector('.map')
    map?.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }))
    return Boolean(map?.querySelector('canvas'))
  }
  await page.waitForFunction(moveMouse, undefined, { polling: 200, timeout: MAP_TIMEOUT_MS })
}

/** Waits until the map has drawn everything and the list shows the same area. */
export async function waitForMap(page: Page): Promise<void> {
  await wakeMap(page)
  await expect(page.locator('.map[data-idle]')).toBeVisible({ timeout: MAP_TIMEOUT_MS })
  await expect(page.locator('#results [aria-busy]')).toHaveCount(0, { timeout: MAP_TIMEOUT_MS })
}

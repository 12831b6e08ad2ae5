import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Software WebGL may take this long for a first map when other programs use the CPU. */
const MAP_TIMEOUT_MS = 60_000

/** Waits until the map has drawn everything and the list shows the same area. */
export async function waitForMap(page: Page): Promise<void> {
  // A map becomes live under the pointer, without waiting for the page to be idle.
  await page.locator('.map').first().dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true })
  await expect(page.locator('.map[data-idle]')).toBeVisible({ timeout: MAP_TIMEOUT_MS })
  await expect(page.locator('#results [aria-busy]')).toHaveCount(0, { timeout: MAP_TIMEOUT_MS })
}

import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findChromium } from '../../../scripts/find-chromium.ts'

vi.setConfig({ testTimeout: 60_000 })

const found = findChromium()
const browserTest = test.skipIf(!found)
let server: ViteDevServer
let browser: Browser

beforeAll(async () => {
  if (!found) return
  server = await createServer({
    configFile: `${import.meta.dirname}/vite.config.ts`,
    cacheDir: `${import.meta.dirname}/../../node_modules/.vite-gallery-test`,
    logLevel: 'error',
    server: { port: 0, strictPort: false, hmr: false },
  })
  await server.listen()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath: found.path, args: sandbox })
  await using page = await openGallery()
  await page.getByRole('heading', { level: 1 }).waitFor()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function openGallery(
  options: { width?: number; theme?: string; clock?: boolean } = {},
): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (options.clock) await page.clock.install()
  await page.goto(`${server.resolvedUrls?.local[0]}?theme=${options.theme ?? 'day'}`)
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 })
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() })
}

async function listViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const theme of ['day', 'night']) {
  for (const width of [360, 1440]) {
    browserTest(`all parts are accessible and fit: ${theme}, ${width} px`, async () => {
      await using page = await openGallery({ theme, width })
      expect(await listViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
  }
}

browserTest('a dialog keeps the focus and gives it back', async () => {
  await using page = await openGallery()
  const opener = page.getByRole('button', { name: 'Open a dialog' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'End this session?' })
  await dialog.waitFor()
  expect(await page.getByRole('button', { name: 'Keep it' }).evaluate((button) => button.matches(':focus'))).toBe(true)
  expect(await listViolations(page)).toEqual([])
  for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
  expect(await opener.evaluate((button) => button.matches(':focus'))).toBe(false)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await opener.evaluate((button) => button.matches(':focus'))).toBe(true)
})

browserTest('a press beside a dialog closes it, a press on its paper does not', async () => {
  await using page = await openGallery()
  await page.getByRole('button', { name: 'Open a sheet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').click()
  expect(await dialog.isVisible()).toBe(true)
  await page.mouse.click(5, 5)
  await dialog.waitFor({ state: 'hidden' })
})

browserTest('a menu is walked by arrows and letters and left by Escape', async () => {
  await using page = await openGallery()
  const button = page.getByRole('button', { name: 'More', exact: true }).last()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await button.press('ArrowUp')
  expect(await focused()).toBe('Report')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Share')
  await page.keyboard.press('e')
  expect(await focused()).toBe('Edit')
  expect(await listViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('menu').count()).toBe(0)
  expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true)
})

browserTest('suggestions are marked by arrows, taken by Enter, put away by Escape', async () => {
  await using page = await openGallery()
  const field = page.getByRole('combobox', { name: 'Spots, cities, tags' })
  await field.fill('tu')
  await field.press('ArrowDown')
  const marked = await field.getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${marked}"]`).getAttribute('aria-selected')).toBe('true')
  expect(await listViolations(page)).toEqual([])
  await field.press('ArrowDown')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('Turku')
  await field.fill('nowhere')
  await page.getByText('Nothing called that.').waitFor()
  await field.press('Escape')
  expect(await field.getAttribute('aria-expanded')).toBe('false')
  expect(await field.inputValue()).toBe('nowhere')
  await field.press('Escape')
  expect(await field.inputValue()).toBe('')
})

browserTest('a toast goes after six seconds, but not from under the pointer', async () => {
  await using page = await openGallery({ clock: true })
  await page.getByRole('button', { name: 'Toast' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.runFor(10_000)
  expect(await undo.isVisible()).toBe(true)
  await page.mouse.move(640, 10)
  await page.clock.runFor(6_100)
  await undo.waitFor({ state: 'hidden' })
})

browserTest('six cells take digits only, also pasted ones', async () => {
  await using page = await openGallery()
  const code = page.getByLabel('Code')
  await code.fill('12 34-56 78')
  expect(await code.inputValue()).toBe('123456')
})

browserTest('a tooltip is seen on focus and put away by Escape', async () => {
  await using page = await openGallery()
  const button = page.getByRole('button', { name: 'Publish' })
  await button.focus()
  const tooltip = page.getByRole('tooltip')
  await tooltip.waitFor()
  await button.press('Escape')
  await tooltip.waitFor({ state: 'hidden' })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTestChromium } from '../../../scripts/find-chromium.ts'

const found = findTestChromium()
const browserTest = test.skipIf(!found)
let folder: string
let server: PreviewServer
let browser: Browser

// Built once: a development server would send hundreds of modules to every page.
beforeAll(async () => {
  if (!found) return
  folder = await mkdtemp(join(tmpdir(), 'gallery-'))
  const options = { configFile: `${import.meta.dirname}/vite.config.ts`, logLevel: 'error' } as const
  await build({ ...options, build: { outDir: folder, reportCompressedSize: false } })
  server = await preview({ ...options, build: { outDir: folder }, preview: { port: 0, strictPort: false } })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath: found.path, args: sandbox })
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.close()
  if (folder) await rm(folder, { recursive: true })
})

async function openGallery(
  options: { width?: number; theme?: string; direction?: string; clock?: boolean } = {},
): Promise<Page & AsyncDisposable> {
  const { width = 1280, theme = 'day', direction = 'ltr' } = options
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (options.clock) await page.clock.install()
  await page.goto(`${server.resolvedUrls?.local[0]}?${new URLSearchParams({ theme, direction })}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() })
}

/** Returns the violations that axe finds on the page, or in one element, which is much faster. */
async function listViolations(page: Page, part = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Waits for the focus, which the library moves after the opening animation. */
async function waitForFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((node) => node.matches(':focus'))).toBe(true)
}

// Contrast depends on the theme and space on the width, so each is tested once.
for (const [theme, width] of [
  ['day', 360],
  ['night', 1440],
] as const) {
  browserTest(`has no accessibility violations and no overflow at ${width} px in the ${theme} theme`, async () => {
    await using page = await openGallery({ theme, width })
    expect(await listViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

browserTest('traps the focus in a dialog and returns it on close', async () => {
  await using page = await openGallery()
  const opener = page.getByRole('button', { name: 'Open a dialog' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'End this session?' })
  await waitForFocus(dialog.getByRole('button', { name: 'Keep it' }))
  expect(await listViolations(page, '.dialog')).toEqual([])
  for (const next of ['End session', 'Keep it', 'End session']) {
    await page.keyboard.press('Tab')
    await waitForFocus(dialog.getByRole('button', { name: next }))
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await waitForFocus(opener)
})

browserTest('closes a dialog on a click outside, not on one inside', async () => {
  await using page = await openGallery()
  await page.getByRole('button', { name: 'Open a sheet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').click()
  expect(await dialog.isVisible()).toBe(true)
  await page.mouse.click(5, 5)
  await dialog.waitFor({ state: 'hidden' })
})

browserTest('closes an alert dialog on Escape, not on a click outside', async () => {
  await using page = await openGallery()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this list?' })
  await question.waitFor()
  await page.mouse.click(5, 5)
  expect(await question.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
})

browserTest('keeps toasts usable over an open dialog', async () => {
  await using page = await openGallery()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByRole('button', { name: 'Show a toast' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('alertdialog').isVisible()).toBe(true)
})

browserTest('moves through a menu by arrow keys and letters, and closes it on Escape', async () => {
  await using page = await openGallery()
  const button = page.getByRole('button', { name: 'More', exact: true }).last()
  const item = (name: string) => page.getByRole('menuitem', { name })
  await button.press('ArrowUp')
  await waitForFocus(item('Report'))
  await page.keyboard.press('ArrowDown')
  await waitForFocus(item('Share'))
  await page.keyboard.press('e')
  await waitForFocus(item('Edit'))
  expect(await page.getByRole('menu', { name: 'What to do with it' }).isVisible()).toBe(true)
  expect(await listViolations(page, '.menu-popup')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await waitForFocus(button)
})

browserTest('keeps a menu within the window', async () => {
  await using page = await openGallery({ width: 360 })
  const button = page.getByRole('button', { name: 'More', exact: true }).last()
  await button.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 80))
  await button.press('Enter')
  const menu = page.getByRole('menu')
  await menu.waitFor()
  const box = await menu.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
})

browserTest('highlights suggestions by arrow keys, accepts on Enter and closes on Escape', async () => {
  await using page = await openGallery()
  const field = page.getByRole('combobox', { name: 'Spots, cities, tags' })
  await field.fill('tu')
  await field.press('ArrowDown')
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBeTruthy()
  const marked = page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`)
  expect(await marked.textContent()).toContain('Turin')
  expect(await listViolations(page, '.combobox')).toEqual([])
  await field.press('ArrowDown')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('Turku')
  await field.press('Enter')
  await page.getByText('Looking for Turku').waitFor()
  await field.fill('nowhere')
  await page.getByText('No place found.').waitFor()
  await field.press('Escape')
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
  expect(await field.inputValue()).toBe('nowhere')
  await field.press('Escape')
  expect(await field.inputValue()).toBe('')
})

browserTest('accepts a clicked suggestion and keeps the focus in the field', async () => {
  await using page = await openGallery()
  const field = page.getByRole('combobox', { name: 'Spots, cities, tags' })
  await field.fill('tu')
  await page.getByRole('option', { name: 'Turku' }).click()
  expect(await field.inputValue()).toBe('Turku')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await waitForFocus(field)
})

for (const [direction, key] of [
  ['ltr', 'ArrowRight'],
  ['rtl', 'ArrowLeft'],
] as const) {
  browserTest(`moves through tabs in reading direction (${direction})`, async () => {
    await using page = await openGallery({ direction })
    await page.getByRole('tab', { name: 'First' }).press(key)
    await waitForFocus(page.getByRole('tab', { name: 'Second' }))
    await page.getByRole('tabpanel', { name: 'Second' }).getByText('What the second one shows.').waitFor()
  })
}

browserTest('hides a toast after six seconds unless it is hovered', async () => {
  await using page = await openGallery({ clock: true })
  await page.getByRole('button', { name: 'Toast', exact: true }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.runFor(10_000)
  expect(await undo.isVisible()).toBe(true)
  await page.mouse.move(640, 10)
  await page.clock.runFor(6_100)
  await undo.waitFor({ state: 'hidden' })
})

browserTest('shows a toast when its library does not load', async () => {
  await using page = await openGallery()
  await page.route('**/toast-stack*', (route) => route.abort())
  await page.getByRole('button', { name: 'Toast', exact: true }).click()
  await page.getByRole('status').getByText('Saved to “Want to go”').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Saved to “Want to go”').waitFor({ state: 'hidden' })
})

browserTest('accepts only digits in a code field, also when pasted', async () => {
  await using page = await openGallery()
  const code = page.getByLabel('Code')
  await code.fill('12 34-56 78')
  expect(await code.inputValue()).toBe('123456')
})

browserTest('shows a tooltip on focus as a description, and hides it on Escape', async () => {
  await using page = await openGallery()
  const button = page.getByRole('button', { name: 'Publish', description: 'Seen by everyone within five minutes' })
  await page.getByRole('button', { name: 'Toast', exact: true }).focus()
  await page.keyboard.press('Tab')
  await waitForFocus(button)
  const tooltip = page.getByRole('tooltip')
  await tooltip.waitFor()
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'hidden' })
})

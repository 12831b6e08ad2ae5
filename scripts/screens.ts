// Takes a screenshot of every screen: npm run screens [-- <screen> …] Needs a build (npm run build). Writes to
// screens/.
//
// Starts its own site with demo content and writes screens/index.html, which shows each screenshot beside that of the
// design if ../shared/design/screens exists.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { fillDemo } from '../supabase/seed/seed-demo.ts'
import { createAccount, createServiceClient, createSessionCookies, type SessionCookie } from '../tests/e2e/accounts.ts'
import { startSite } from '../tests/e2e/site.ts'
import { requireChromium } from './find-chromium.ts'
import { listScreens, type Screen } from './screenshots/list-screens.ts'
import { type Screenshot, SIZES, THEMES, writeGallery } from './screenshots/write-gallery.ts'

const FOLDER = resolve(import.meta.dirname, '../screens')
const DESIGN = resolve(import.meta.dirname, '../../shared/design/screens')
const GRAPHICS = ['--enable-unsafe-swiftshader', '--no-sandbox']
/** The time limit for loading. After it, a screenshot shows what has loaded so far. */
const LOAD_TIMEOUT_MS = 15_000

const wanted = process.argv.slice(2)

await using site = await startSite()
await fillDemo(createServiceClient(site.url), ({ done, total, doing }) => {
  if (done === total) process.stdout.write(`Demo: ${doing}\n`)
})
const account = await createAccount(site.url, { username: 'cartographer', name: 'Anna', surname: 'Weber' })
const all = await listScreens(createServiceClient(site.url), account)
const screens = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (screens.length === 0) throw new Error(`Screens: ${[...new Set(all.map(({ name }) => name))].join(', ')}`)

mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch({ executablePath: requireChromium().path, args: GRAPHICS })
const session = await createSessionCookies(site.url, account)
const screenshots: Screenshot[] = []
for (const size of SIZES) for (const theme of THEMES) screenshots.push(...(await takeAll(browser, { size, theme })))
await browser.close()
writeGallery({ folder: FOLDER, design: DESIGN, screenshots })
process.stdout.write(`${screenshots.length} screenshots in ${join(FOLDER, 'index.html')}\n`)

type Look = Pick<Screenshot, 'size' | 'theme'>

/** Takes screenshots of all screens in one size and theme. */
async function takeAll(on: Browser, look: Look): Promise<Screenshot[]> {
  const taken: Screenshot[] = []
  for (const viewer of ['visitor', 'member'] as const) {
    const page = await openPage(on, look, viewer === 'member' ? session : [])
    for (const screen of screens.filter((one) => one.viewer === viewer)) {
      taken.push(await take(page, screen, look))
      process.stdout.write(`${screen.name} ${viewer} ${look.size.width} ${look.theme}\n`)
    }
    await page.context().close()
  }
  return taken
}

async function openPage(on: Browser, { size, theme }: Look, cookies: SessionCookie[]): Promise<Page> {
  const context = await on.newContext({
    baseURL: site.url,
    viewport: { width: size.width, height: size.height },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  const all = [...cookies, { name: 'hereabouts-theme', value: theme }]
  await context.addCookies(all.map((cookie) => ({ ...cookie, url: site.url })))
  return context.newPage()
}

async function take(page: Page, { name, path, viewer }: Screen, look: Look): Promise<Screenshot> {
  await page.goto(path, { waitUntil: 'load' })
  await waitUntilDrawn(page).catch(() => process.stdout.write(`${path} did not finish loading in time\n`))
  const stem = `${name}-${viewer}-${look.size.width}-${look.theme}`
  await page.screenshot({ path: join(FOLDER, `${stem}.png`) })
  await page.screenshot({ path: join(FOLDER, `${stem}-full.png`), fullPage: true })
  return { screen: name, viewer, ...look, file: `${stem}.png`, fullFile: `${stem}-full.png` }
}

/** Waits for fonts, maps and visible images. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      [...document.querySelectorAll('.map')].every((map) => map.hasAttribute('data-idle')) &&
      document.querySelector('.map-blank') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
    undefined,
    { timeout: LOAD_TIMEOUT_MS },
  )
}

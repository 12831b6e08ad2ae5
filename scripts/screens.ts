// Takes a picture of every screen: npm run screens [-- <screen> …]   Needs a build (npm run build); pictures go to screens/.
//
// Starts a site of its own with the demo, and writes screens/index.html, which puts each picture beside that of the design where
// ../shared/design/screens exists.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { fillDemo } from '../supabase/seed/seed-demo.ts'
import { createAccount, createServiceClient, createSessionCookies, type SessionCookie } from '../tests/e2e/accounts.ts'
import { startSite } from '../tests/e2e/site.ts'
import { requireChromium } from './find-chromium.ts'
import { listScreens, type Screen } from './screen-pictures/list-screens.ts'
import { type Picture, SIZES, THEMES, writeGallery } from './screen-pictures/write-gallery.ts'

const FOLDER = resolve(import.meta.dirname, '../screens')
const DESIGN = resolve(import.meta.dirname, '../../shared/design/screens')
const GRAPHICS = ['--enable-unsafe-swiftshader', '--no-sandbox']
/** Screens whose demo has changed under them, or that never stop loading, are pictured as they are by then. */
const PATIENCE_MS = 15_000

const wanted = process.argv.slice(2)

await using site = await startSite()
await fillDemo(createServiceClient(site.url), ({ done, total, doing }) => {
  if (done === total) process.stdout.write(`Demo: ${doing}\n`)
})
const account = await createAccount(site.url, { username: 'cartographer', name: 'Anna', surname: 'Weber' })
const all = await listScreens(createServiceClient(site.url), account)
const screens = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (screens.length === 0) throw new Error(`Screens are: ${[...new Set(all.map(({ name }) => name))].join(', ')}`)

mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch({ executablePath: requireChromium().path, args: GRAPHICS })
const session = await createSessionCookies(site.url, account)
const pictures: Picture[] = []
for (const size of SIZES) for (const theme of THEMES) pictures.push(...(await takeAll(browser, { size, theme })))
await browser.close()
writeGallery({ folder: FOLDER, design: DESIGN, pictures })
process.stdout.write(`${pictures.length} pictures in ${join(FOLDER, 'index.html')}\n`)

type Look = Pick<Picture, 'size' | 'theme'>

/** All screens in one size and theme, each as its viewer sees it. */
async function takeAll(on: Browser, look: Look): Promise<Picture[]> {
  const taken: Picture[] = []
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

async function take(page: Page, { name, path, viewer }: Screen, look: Look): Promise<Picture> {
  await page.goto(path, { waitUntil: 'load' })
  await waitUntilDrawn(page).catch(() => process.stdout.write(`${path} was not drawn in time\n`))
  const stem = `${name}-${viewer}-${look.size.width}-${look.theme}`
  await page.screenshot({ path: join(FOLDER, `${stem}.png`) })
  await page.screenshot({ path: join(FOLDER, `${stem}-full.png`), fullPage: true })
  return { screen: name, viewer, ...look, file: `${stem}.png`, fullFile: `${stem}-full.png` }
}

/** Fonts, maps and the pictures in sight. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      [...document.querySelectorAll('.map')].every((map) => map.hasAttribute('data-idle')) &&
      document.querySelector('.map-blank') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
    undefined,
    { timeout: PATIENCE_MS },
  )
}

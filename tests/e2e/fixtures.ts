import AxeBuilder from '@axe-core/playwright'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from '@playwright/test'
import { querySocket } from '../../backend/test/program.ts'
import { type Account, createAccount, createSessionCookies } from './accounts.ts'
import { type Site, startSite } from './site.ts'
import { fromBase } from './site-location.ts'

/** The accessibility rules that every page must pass: WCAG 2.2 AA. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on colours. A theme changes nothing else. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * A page saves the member's time zone after a sign-in, which fails if a test has ended the session or the connection
 * since.
 */
const LATE_TIME_ZONE = /(?:401|Error fetching request) .*\/rest\/v1\/mail_schedules/

/**
 * React Router aborts what it loads in the background when a navigation starts. On a busy machine the browser reports
 * some of these as errors that nothing caught. The page does not change.
 */
const ABORTED_LOAD = /^Uncaught AbortError: signal is aborted without reason/

interface WorkerFixtures {
  /** The production server of this worker, on its own seeded database. */
  site: Site
}

interface TestFixtures {
  /** Option: draws the pictures of static maps, for tests that are about them. */
  drawsStaticMaps: boolean
  /** A new member, signed up through the API but not signed in. */
  account: Account
  /** Signs an account in by cookie and returns it. Creates one if none is given. */
  signIn: (account?: Account) => Promise<Account>
  /**
   * Throws with every accessibility rule that a page violates in the light or dark theme. Checks the test's own page by
   * default.
   */
  checkAccessibility: (page?: Page) => Promise<void>
  /** Opens a signed-out page in another browser. Its console errors count like those of `page`. */
  openOther: (options?: BrowserContextOptions) => Promise<Page>
  /** The console errors of all pages so far. */
  consoleErrors: string[]
  /** The console errors that this test causes on purpose. Any other error fails the test. */
  expectedErrors: RegExp[]
}

/** The base of tests that use the server without a browser. */
export const serverTest = base.extend<{ withoutModerators: undefined }, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a destructured first argument
    async ({}, use) => {
      await using site = await startSite({ template: process.env.E2E_TEMPLATE })
      await use(site)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // While a site has moderators, first contributions wait for review. The next test of this worker expects a site
  // without.
  withoutModerators: [
    async ({ site }, use) => {
      await use(undefined)
      await querySocket(
        site.dataFolder,
        `update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where raw_app_meta_data ->> 'role' is not null;
        update public.users set is_moderator = false where is_moderator`,
      )
    },
    { auto: true },
  ],
})

export const test = serverTest.extend<TestFixtures>({
  baseURL: async ({ site }, use) => {
    await use(`${site.url}/`)
  },

  drawsStaticMaps: [false, { option: true }],

  context: async ({ context, drawsStaticMaps }, use) => {
    await prepareContext(context, drawsStaticMaps)
    await use(context)
  },

  request: async ({ request }, use) => {
    requestFromBase(request)
    await use(request)
  },

  account: async ({ site }, use) => {
    await use(await createAccount(site.url))
  },

  signIn: async ({ site, context }, use) => {
    await use(async (given) => {
      const account = given ?? (await createAccount(site.url))
      const cookies = await createSessionCookies(site.url, account)
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: `${site.url}/`, sameSite: 'Lax' as const })))
      return account
    })
  },

  checkAccessibility: async ({ page }, use) => {
    await use(async (given = page) => {
      const before = await given.evaluate(() => document.documentElement.dataset.theme ?? 'system')
      await showTheme(given, 'day')
      const day = await findBarriers((await createAxe(given)).withTags(AXE_TAGS))
      await showTheme(given, 'night')
      const night = await findBarriers((await createAxe(given)).withRules(COLOR_RULES))
      await showTheme(given, before)
      const lines = [...day.map((barrier) => `day: ${barrier}`), ...night.map((barrier) => `night: ${barrier}`)]
      if (lines.length > 0) throw new Error(`${given.url()} is not accessible:\n${lines.join('\n')}`)
    })
  },

  consoleErrors: async ({ page }, use) => {
    await use(collectErrors(page))
  },

  openOther: async ({ browser, consoleErrors, baseURL, drawsStaticMaps }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options })
      contexts.push(context)
      await prepareContext(context, drawsStaticMaps)
      const page = await context.newPage()
      collectErrors(page, consoleErrors)
      return page
    })
    for (const context of contexts) await context.close()
  },

  expectedErrors: [
    async ({ consoleErrors: errors }, use) => {
      const expected: RegExp[] = []
      await use(expected)
      const known = [...expected, LATE_TIME_ZONE, ABORTED_LOAD]
      const unexpected = errors.filter((text) => !known.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) throw new Error(`The browser's console has errors:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
})

async function prepareContext(context: BrowserContext, drawsStaticMaps: boolean): Promise<void> {
  goFromBase(context)
  await drawSmallMaps(context)
  if (!drawsStaticMaps) await hideStaticMaps(context)
}

/** Resolves the paths of page and request calls against the site's base path. */
function goFromBase(context: BrowserContext): void {
  requestFromBase(context.request)
  context.on('page', (page) => {
    const goto = page.goto.bind(page)
    page.goto = (url, options) => goto(fromBase(url), options)
  })
}

/**
 * Makes live maps draw a sixteenth of their pixels, because software WebGL takes two fifths of the CPU time of the
 * tests with a map. Only MapLibre reads the pixel ratio, so the layout and the size of the map are unchanged.
 */
async function drawSmallMaps(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(window, 'devicePixelRatio', { value: 0.25 }))
}

/**
 * Leaves out the pictures of static maps, because drawing one takes two fifths of the CPU time of a page. Their frames,
 * marks and names stay.
 */
async function hideStaticMaps(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.static-map-base, .map-start, .error-sheet { background-image: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
}

function requestFromBase(request: APIRequestContext): void {
  const [get, post] = [request.get.bind(request), request.post.bind(request)]
  request.get = (url, options) => get(fromBase(url), options)
  request.post = (url, options) => post(fromBase(url), options)
}

/** Switches the theme without transitions, which would distort contrast measurements. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  }, theme)
}

/** Creates axe without a separate page for joining results, because no page has frames of other origins. */
async function createAxe(page: Page): Promise<AxeBuilder> {
  // AxeBuilder evaluates the large source of axe twice per analysis, although the page keeps it.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isLoaded && { axeSource: 'undefined' }) }).setLegacyMode()
}

async function findBarriers(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target})`))
}

/** Collects console errors and uncaught exceptions. */
function collectErrors(page: Page, errors: string[] = []): string[] {
  page.on('pageerror', (error) => errors.push(`Uncaught ${error.stack || error.message || error.name}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return errors
}

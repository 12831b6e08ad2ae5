import AxeBuilder from '@axe-core/playwright'
import { test as base, type Page } from '@playwright/test'
import { type Account, createAccount, createSessionCookies } from './accounts.ts'
import { type Site, startSite } from './site.ts'

/** Rules that the site promises to keep: WCAG 2.2 AA. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface WorkerFixtures {
  /** The production server of this worker, on a seeded database of its own. */
  site: Site
}

interface TestFixtures {
  /** A new member, signed up through the API; not signed in. */
  account: Account
  /** Signs an account in by cookie and gives it back; a new one when none is given. */
  signIn: (account?: Account) => Promise<Account>
  /** Throws with every rule of accessibility that the page breaks. */
  checkAccessibility: () => Promise<void>
  /** Texts of console errors that this test means to cause. An error that matches none of them fails the test. */
  expectedErrors: RegExp[]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a destructured first argument
    async ({}, use) => {
      await using site = await startSite({ template: process.env.E2E_TEMPLATE })
      await use(site)
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ site }, use) => {
    await use(site.url)
  },

  account: async ({ site }, use) => {
    await use(await createAccount(site.url))
  },

  signIn: async ({ site, context }, use) => {
    await use(async (given) => {
      const account = given ?? (await createAccount(site.url))
      const cookies = await createSessionCookies(site.url, account)
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url, sameSite: 'Lax' as const })))
      return account
    })
  },

  checkAccessibility: async ({ page }, use) => {
    await use(async () => {
      const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze()
      const lines = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target})`))
      if (lines.length > 0) throw new Error(`The page is not accessible:\n${lines.join('\n')}`)
    })
  },

  expectedErrors: [
    async ({ page }, use) => {
      const expected: RegExp[] = []
      const errors = collectErrors(page)
      await use(expected)
      const unexpected = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) throw new Error(`The browser's console has errors:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
})

/** Collects what the page's console calls an error, and exceptions that nobody caught. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return errors
}

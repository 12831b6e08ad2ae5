import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

test('renders the chosen theme on the server, without a flash', async ({ page, context, site }) => {
  await context.addCookies([{ name: 'hereabouts-theme', value: 'night', url: `${site.url}/` }])
  const html = await (await context.request.get('/')).text()
  expect(html).toContain('data-theme="night"')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toContain('dark')
})

test('follows the theme of the device, even while the page is open', async ({ page }) => {
  const readGround = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/about')
  const night = await readGround()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(readGround).not.toBe(night)
})

test('stores the language of the names of places in this browser, until the member chooses the browser’s again', async ({
  page,
  context,
  signIn,
  checkAccessibility,
}) => {
  await signIn()
  await page.goto('/account/settings?section=appearance')
  const language = page.getByLabel('Language of the names of places')
  const findChoice = async () => (await context.cookies()).find(({ name }) => name === 'hereabouts-names')?.value
  await language.selectOption('Italiano')
  await expect.poll(findChoice).toBe('it')
  await page.reload()
  await expect(language).toHaveValue('it')
  await checkAccessibility()
  await language.selectOption('Match browser')
  await expect.poll(findChoice).toBeUndefined()
})

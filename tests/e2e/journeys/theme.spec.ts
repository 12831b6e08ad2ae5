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

test('follows the theme of the device, also while the page is open', async ({ page }) => {
  const readGround = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/about')
  const night = await readGround()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(readGround).not.toBe(night)
})

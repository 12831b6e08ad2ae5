import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSpot } from '../spots.ts'

/** Files of the page that its first view does not need. */
const LATER_FILES = /\/assets\/(static-map|viewer-links)-[^/]+\.js/

test('keeps a page when the scripts of its map and of the header do not load, without requesting them endlessly', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const id = await createSpot(site, await signIn())
  let requests = 0
  await page.route(LATER_FILES, (route) => {
    requests += 1
    return route.abort()
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.static-map-drawing').first()).toBeVisible()
  await page.goto(`/spot/${id}`)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Been there' }).click()
  await expect(page.getByRole('button', { name: 'Been there' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.error-sheet')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add a spot' }).first()).toBeVisible()
  expect(requests).toBeGreaterThan(0)
  expect(requests).toBeLessThan(30)
})

test('shows the links of a member while their script loads, also after a navigation and a press', async ({
  page,
  signIn,
}) => {
  await signIn()
  let release = Promise.withResolvers<void>()
  await page.route(/\/assets\/viewer-links-[^/]+\.js/, async (route) => {
    await release.promise
    await route.continue()
  })
  const avatar = page.getByRole('link', { name: 'Your account' })
  const menuItem = page.getByRole('menuitem', { name: 'My map' })
  // The client reports the session of the page before it writes the profile.
  const profile = page.waitForResponse(/\/rest\/v1\/users/)
  await page.goto('/about')
  await avatar.focus()
  await page.keyboard.press('Enter')
  await profile
  await expect(avatar).toBeFocused()
  release.resolve()
  await expect(menuItem).toBeVisible()

  release = Promise.withResolvers()
  // This page changes its location as soon as it is hydrated.
  await page.goto('/submit')
  await expect(page).toHaveURL(/#place$/)
  await expect(avatar).toBeVisible()
  release.resolve()
  const isLive = (link: Element) => Object.keys(link).some((key) => key.startsWith('__reactProps$'))
  await expect.poll(() => avatar.evaluate(isLive)).toBe(true)
  await avatar.click()
  await expect(menuItem).toBeVisible()
})

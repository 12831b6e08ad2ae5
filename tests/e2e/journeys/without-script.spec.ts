import type { Page } from '@playwright/test'
import { createAccount, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY, SEED_POST_SLUG } from '../seed.ts'
import { startSite } from '../site.ts'

test.use({ javaScriptEnabled: false })

const VISITOR_PAGES = ['/', '/explore', '/about', '/auth/login', '/auth/signup']
const MEMBER_PAGES = [`/city/${SEED_CITY}`, `/post/${SEED_POST_SLUG}`]

for (const path of [...VISITOR_PAGES, ...MEMBER_PAGES]) {
  test(`shows only buttons on ${path} that work without JavaScript`, async ({ page, signIn }) => {
    if (MEMBER_PAGES.includes(path)) await signIn()
    await page.goto(path)
    expect(await listScriptedButtons(page)).toEqual([])
  })
}

test('filters the spots with a form and sorts them with links', async ({ page }) => {
  await page.goto('/explore?lat=50.08&lng=14.4&z=11')
  await page.getByRole('link', { name: 'newest' }).click()
  await page.getByRole('link', { name: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('tower')
  await page.getByRole('button', { name: 'Show these spots' }).click()
  const url = new URL(page.url()).searchParams
  expect([url.get('sort'), url.get('tag'), url.get('lat'), url.has('filters')]).toEqual([
    'newest',
    'tower',
    '50.08',
    false,
  ])
  await expect(page.locator('#results').getByRole('link', { name: 'Petřín Lookout Tower' })).toBeVisible()
  await expect(page.locator('#results').getByRole('link', { name: 'Charles Bridge' })).toHaveCount(0)
})

test('shows all spots of an area, a page at a time', async ({ page }) => {
  await using site = await startSite({ template: process.env.E2E_TEMPLATE })
  const author = await createAccount(site.url, { username: 'surveyor' })
  const client = await createMemberClient(site.url, author)
  const spots = Array.from({ length: 35 }, (_, index) => ({
    title: `Buoy ${index}`,
    category: 'coast',
    lng: -140 + index / 100,
    lat: -30,
    author_id: author.id,
    status: 'published',
  }))
  expect((await client.from('spots').insert(spots)).error).toBeNull()
  await page.goto(`${site.url}/explore?lat=-30&lng=-139.83&z=9`)
  const rows = page.locator('#results').getByRole('link', { name: /^Buoy/ })
  const first = await rows.allTextContents()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(5)
  expect(new Set([...first, ...(await rows.allTextContents())]).size).toBe(35)
  await expect(page.getByRole('link', { name: 'Show more' })).toHaveCount(0)
})

test('shows only buttons on a spot that work without JavaScript, and leaves its dialogs by a link', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/explore?lat=50.08&lng=14.4&z=11')
  await page.locator('#results').getByRole('link', { name: 'Charles Bridge' }).click()
  expect(await listScriptedButtons(page)).toEqual([])
  await page.getByRole('link', { name: 'Report' }).first().click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Send report' })).toHaveCount(0)
})

/**
 * Lists the visible buttons that do nothing without JavaScript. All others submit a form. The marks of a map are part of
 * its picture; the list beside it has the same spots as links.
 */
function listScriptedButtons(page: Page): Promise<string[]> {
  return page
    .locator('button[type="button"]:not(.map-marker):visible')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent))
}

test('shares a story by a link that opens the dialog in the page', async ({ page, signIn }) => {
  await signIn()
  await page.goto(`/post/${SEED_POST_SLUG}`)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(new RegExp(`/post/${SEED_POST_SLUG}$`))
  await expect(page.getByRole('img', { name: /^QR code of the link to/ })).toBeVisible()
})

test('leads to the stories from the footer', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('navigation', { name: 'About this map' }).getByRole('link', { name: 'Stories' }).click()
  await expect(page.getByRole('link', { name: 'Across the river before breakfast' })).toBeVisible()
})

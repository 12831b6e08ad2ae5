import type { Page } from '@playwright/test'
import { querySocket } from '../../../backend/test/program.ts'
import { createMemberClient, createModerator, createServiceClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY, SEED_POST_SLUG } from '../seed.ts'
import { BASE_PATH } from '../site-location.ts'
import { createSpot } from '../spots.ts'

const LONG_TITLE = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3)
const ARABIC_TITLE = 'برج المنارة القديم عند البحر'

const VISITOR_PATHS = ['/', '/about', '/explore', '/auth/login', '/auth/signup']
const MEMBER_PATHS = [
  '/submit',
  `/city/${SEED_CITY}`,
  `/post/${SEED_POST_SLUG}`,
  '/account',
  '/account/settings',
  '/debug-seed',
]
const MODERATION_PATHS = ['', '/reports', '/suggestions', '/members', '/log', '/settings', '/bundles', '/webhooks'].map(
  (path) => `/account/moderation${path}`,
)

for (const path of VISITOR_PATHS) {
  test(`${path} is accessible and has one h1`, async ({ page, checkAccessibility }) => {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await checkAccessibility()
  })
}

for (const path of MEMBER_PATHS) {
  test(`${path} is accessible for members and has one h1`, async ({
    page,
    signIn,
    checkAccessibility,
    expectedErrors,
  }) => {
    // Members who are not moderators see why they may not add demo content.
    if (path === '/debug-seed') expectedErrors.push(/403/)
    await signIn()
    await page.goto(path)
    // The submit form adds its step to the hash as soon as its script runs.
    await expect(page).toHaveURL((url) => url.pathname === BASE_PATH + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await checkAccessibility()
  })
}

test('fills a rating up to the chosen block in forced colours', async ({ page, site, account, signIn }) => {
  const spotId = await createSpot(site, account)
  await signIn()
  await page.emulateMedia({ forcedColors: 'active' })
  await openHydrated(page, `/spot/${spotId}?do=review`)
  await page.getByRole('radio', { name: 'fine' }).check({ force: true })
  const blocks = page.locator('.review-form .rating-block span')
  const colours = await blocks.evaluateAll((all) => all.map((it) => getComputedStyle(it, '::before').backgroundColor))
  expect(colours[1]).toBe(colours[0])
  expect(colours[1]).not.toBe(colours[2])
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('fits every screen without horizontal scrolling, even with unbreakable names and text at 200 %', async ({
    page,
    site,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/403/)
    const author = await signIn()
    const client = await createMemberClient(site.url, author)
    const spots = [LONG_TITLE, ARABIC_TITLE].map((title) => ({
      title,
      category: 'curiosity',
      lng: 14.42,
      lat: 50.08,
      tags: ['wortzusammensetzung'],
      description: `${title} ${title}`,
      address: LONG_TITLE,
      author_id: author.id,
      status: 'published',
    }))
    const { data } = await client.from('spots').insert(spots).select('id').throwOnError()
    const ids = data?.map(({ id }) => id) ?? []
    const here = '/explore?lat=50.08&lng=14.42&z=13'
    const { data: list } = await client.rpc('create_list', { title: LONG_TITLE.slice(0, 120) }).throwOnError()
    for (const spot of ids) await client.rpc('set_on_list', { spot, list: list.id, is_on: true }).throwOnError()
    const ofList = ['', '&edit=1'].map((search) => `/explore?list=${list.id}${search}`)
    const paths = ['/', '/about', here, ...ofList, ...MEMBER_PATHS, ...ids.map((id) => `/spot/${id}`)]
    expect(await findOverflows(page, paths)).toEqual([])
  })

  test('shows members accessibly and fits every moderation screen without horizontal scrolling', async ({
    page,
    site,
    account,
    signIn,
    checkAccessibility,
  }) => {
    const { auth } = createServiceClient(site.url)
    await auth.admin.updateUserById(account.id, { app_metadata: { role: 'admin' } })
    await signIn(account)
    // Members are listed once a page has stored their profile.
    await expect(async () => {
      await page.goto('/account/moderation/members?filter=team')
      await expect(page.getByText('administrator · Nothing published yet')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await checkAccessibility()
    expect(await findOverflows(page, MODERATION_PATHS)).toEqual([])
  })

  test('lists messages to webhooks with the reason of a failure and the button in view', async ({
    page,
    site,
    account,
    signIn,
    checkAccessibility,
  }) => {
    const service = createServiceClient(site.url)
    await service.auth.admin.updateUserById(account.id, { app_metadata: { role: 'admin' } })
    const [webhook] = await querySocket(
      site.dataFolder,
      `insert into private.webhooks (url, events) values ('https://hooks.example.org', '{spot.published}') returning id`,
    )
    await querySocket(
      site.dataFolder,
      `insert into private.webhook_deliveries (webhook_id, event, payload, status, next_attempt_at, attempts, last_status, last_error)
      values ('${webhook?.id}', 'spot.published', '{}', 'failed', null, 2, 0, 'The certificate has expired.'),
        ('${webhook?.id}', 'spot.published', '{}', 'failed', null, 8, 500, null)`,
    )
    await signIn(account)
    expect(await findOverflows(page, ['/account/moderation/webhooks'])).toEqual([])
    await expect(page.getByText('The certificate has expired.')).toBeVisible()
    await expect(page.getByText('HTTP 500')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send again' }).first()).toBeInViewport({ ratio: 1 })
    await checkAccessibility()
    await querySocket(site.dataFolder, `delete from private.webhooks where id = '${webhook?.id}'`)
  })

  test('lists subscriptions to other sites with long names', async ({ page, site, account, signIn }) => {
    const service = createServiceClient(site.url)
    await service.auth.admin.updateUserById(account.id, { app_metadata: { role: 'admin' } })
    const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
    const address = `https://walks.example.org/city/${'vienna'.repeat(12)}`
    await querySocket(
      site.dataFolder,
      `insert into public.bundle_subscriptions (address, title, origin_name, origin_url, public_key, failure, tried_at)
      values ('${address}', '${name}', '${name}', '${address}', '${'k'.repeat(43)}', 'No answer from ${address}', now())`,
    )
    await signIn(account)
    await page.goto('/account/moderation/bundles')
    const desk = page.locator('.desk-page')
    await expect(desk.getByRole('heading', { name })).toBeVisible()
    expect(await desk.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await querySocket(site.dataFolder, `delete from public.bundle_subscriptions where address = '${address}'`)
  })

  test('keeps the way home beside the buttons of moderators with text at 200 %', async ({
    page,
    site,
    signIn,
    account,
  }) => {
    const moderator = await createModerator(site.url)
    const client = await createMemberClient(site.url, account)
    const spot = { title: 'Waiting', category: 'cafe', lng: 1, lat: 1, author_id: account.id, status: 'published' }
    await client.from('spots').insert(spot).throwOnError()
    await signIn(moderator)
    await page.goto('/about')
    await expect(page.getByRole('banner').getByRole('link', { name: /^Moderation, \d+ waiting/ })).toBeVisible()
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    const home = await page.getByRole('banner').getByRole('link', { name: 'Hereabouts' }).boundingBox()
    expect(home?.width).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })

  test('keeps the labels of the bottom bar apart with text at 200 %', async ({ page }) => {
    await page.goto('/about')
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    const links = page.locator('.bottom-bar-link')
    await expect(links).toHaveCount(5)
    const sizes = await links.evaluateAll((all) => all.map((link) => [link.scrollWidth, link.clientWidth]))
    for (const [needed = 0, given = 0] of sizes) expect(needed).toBeLessThanOrEqual(given)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })

  test('fits the sign-in screens without horizontal scrolling', async ({ page }) => {
    const paths = ['/auth/login', '/auth/signup', '/auth/login?step=forgotten']
    expect(await findOverflows(page, paths)).toEqual([])
  })
})

test('shows an Arabic name in its own direction', async ({ page, site, account }) => {
  const client = await createMemberClient(site.url, account)
  const spot = { title: ARABIC_TITLE, category: 'building', lng: 35.5, lat: 33.9, author_id: account.id }
  const { data } = await client
    .from('spots')
    .insert({ ...spot, status: 'published' })
    .select('id')
    .single()
    .throwOnError()
  await page.goto(`/spot/${data?.id}`)
  const heading = page.getByRole('heading', { level: 1, name: ARABIC_TITLE })
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
})

test('moves the focus from the button of a static map to the map that it loads', async ({ page, site }) => {
  const visitor = await createMemberClient(site.url)
  const { data: spot } = await visitor.from('spots').select('id').eq('title', 'Charles Bridge').single().throwOnError()
  await openHydrated(page, `/spot/${spot.id}`)
  await page.getByRole('button', { name: 'Move this map' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.click-to-load-map canvas')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Move this map' })).toHaveCount(0)
})

/** Returns the pages that scroll horizontally, with text of the usual size or at 200 %. */
async function findOverflows(page: Page, paths: string[]): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const overflows: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    for (const standard of [32, 16]) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard } })
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) overflows.push(`${path}: ${excess} px too wide with text of ${standard} px`)
    }
  }
  return overflows
}

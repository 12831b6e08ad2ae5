import { devices, type Locator } from '@playwright/test'
import { createAccount, createMemberClient, createModerator, createServiceClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createMfaAccount } from '../mfa-account.ts'
import { createSpot } from '../spots.ts'

const PHONE = { width: 360, height: 740 }

const getTop = async (element: Locator) => (await element.boundingBox())?.y

test('keeps the map of a story above the text on phones, with a ring around the current spot', async ({
  page,
  site,
  signIn,
}) => {
  const client = await createMemberClient(site.url, await signIn())
  const { data: spots } = await client
    .from('spots')
    .select('id')
    .in('title', ['Charles Bridge', 'Petřín Lookout Tower'])
  const pause = 'Walk on.\n\n'.repeat(20)
  const body = (spots ?? []).map(({ id }) => `${pause}/spot/${id}\n\n`).join('') + pause
  const { data: story } = await client
    .from('posts')
    .insert({ title: 'Two hills', body, status: 'published' })
    .select('slug')
    .single()
    .throwOnError()
  await page.setViewportSize(PHONE)
  await openHydrated(page, `/post/${story.slug}`)
  const map = page.locator('.story-map-narrow')
  const current = map.locator('.stop-mark.is-current')
  await expect(current).toContainText('1')
  await page.locator('.stop-card').last().scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect(current).toContainText('2')
  expect(await getTop(map)).toBe(0)
  await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 5000)
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport()
})

test('keeps the composer from covering a focused link or a comment that was just sent', async ({
  page,
  site,
  account,
  signIn,
}) => {
  const spotId = await createSpot(site, account)
  const notes = Array.from({ length: 12 }, (_, index) => ({
    spot_id: spotId,
    author_id: account.id,
    body: `Note ${index}`,
  }))
  await createServiceClient(site.url).from('comments').insert(notes).throwOnError()
  await signIn()
  await page.setViewportSize(PHONE)
  await openHydrated(page, `/spot/${spotId}`)
  const form = page.locator('.comment-form.is-sticky')
  await page.locator('.comment').first().getByRole('link', { name: 'Reply' }).focus()
  for (let number = 1; number < 12; number += 1) {
    await page.keyboard.press('Tab')
    const box = await page.locator(':focus').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((await getTop(form)) ?? 0)
  }
  await page.locator('#comments-title').scrollIntoViewIfNeeded()
  await page.getByLabel('Your comment').fill('The ferry is back')
  await page.getByRole('button', { name: 'Send' }).click()
  const sent = page.locator('.comment').filter({ hasText: 'The ferry is back' })
  await expect(sent.getByRole('button', { name: 'More' })).toBeVisible()
  await expect(sent).toBeInViewport({ ratio: 0.9 })
})

test('shows a toast above the bottom bar', async ({ page, site, signIn }) => {
  const account = await signIn()
  const id = await createSpot(site, account)
  await page.setViewportSize(PHONE)
  await openHydrated(page, `/spot/${id}`)
  await page.getByRole('button', { name: 'Been there' }).click()
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((await getTop(page.locator('.bottom-bar'))) ?? 0)
})

test('keeps the buttons of a long dialog in view', async ({ page, site, account, signIn }) => {
  const spotId = await createSpot(site, account)
  await signIn()
  await page.setViewportSize({ width: 360, height: 480 })
  await openHydrated(page, `/spot/${spotId}?do=report`)
  await expect(page.getByRole('button', { name: 'Send report' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Details').focus()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
})

test('closes a dialog, and nothing else, by the Back button of Android', async ({ openOther, site, account }) => {
  const spotId = await createSpot(site, account)
  const phone = await openOther(devices['Pixel 7'])
  await phone.addInitScript(recordCloseWatchers)
  await openHydrated(phone, `/spot/${spotId}`)
  const dialog = phone.getByRole('dialog', { name: 'Share Old ferry' })
  for (const _ of ['first', 'second']) {
    await phone.getByRole('link', { name: 'Share' }).first().click()
    await expect(dialog).toBeVisible()
    await phone.evaluate(() => (window as Watched).closeWatchers?.at(-1)?.requestClose())
    await expect(dialog).toBeHidden()
  }
  await expect(phone).toHaveURL(`${site.url}/spot/${spotId}`)
})

test('stays as wide as the phone when a long word is read or typed', async ({ page, site, account, signIn }) => {
  const spotId = await createSpot(site, account)
  const client = await createMemberClient(site.url, account)
  const story = { title: 'long'.repeat(25), body: `/spot/${spotId}`, status: 'published' }
  await client.from('posts').insert(story).throwOnError()
  const word = `https://example.org/${'long'.repeat(60)}`
  const getWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await signIn(account)
  await page.setViewportSize(PHONE)
  await openHydrated(page, `/spot/${spotId}`)
  await expect(page.getByRole('heading', { name: 'In one story' })).toBeAttached()
  await page.getByLabel('Your comment').fill(word)
  expect(await getWidth()).toBe(PHONE.width)
  await openHydrated(page, `/spot/${spotId}/edit`)
  await page.getByLabel('Tags (optional)').fill(word)
  await page.getByLabel('What is there, and why go?').fill(word)
  await expect(page.locator('.tag').filter({ hasText: 'longlong' })).toBeVisible()
  expect(await getWidth()).toBe(PHONE.width)
})

test('keeps the columns of a table in a story apart, and scrolls a wide one sideways', async ({
  page,
  site,
  account,
  signIn,
}) => {
  const client = await createMemberClient(site.url, account)
  const row = (cell: string) => `|${` ${cell} |`.repeat(12)}`
  const body = [row('col'), row('---'), row('value')].join('\n')
  const story = { title: `Wide table ${account.username}`, body, status: 'published' }
  const { data } = await client.from('posts').insert(story).select('slug').single().throwOnError()
  await signIn(account)
  await page.setViewportSize(PHONE)
  await page.goto(`/post/${data?.slug}`)
  const cells = page.getByRole('cell', { name: 'value' })
  const [first, second] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
  expect(first?.height).toBeLessThan(60)
  // A single letter is about 10 px wide.
  expect(first?.width).toBeGreaterThan(40)
  expect(second?.x).toBeGreaterThanOrEqual((first?.x ?? 0) + (first?.width ?? 0))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
})

test('shows that a spot of a list is closed', async ({ page, site, account }) => {
  const client = await createMemberClient(site.url, account)
  const list = { title: 'Closed ones', visibility: 'public' }
  const { data } = await client.from('lists').insert(list).select('id').single().throwOnError()
  const spot_id = await createSpot(site, account)
  await client.from('spots').update({ status: 'closed' }).eq('id', spot_id).throwOnError()
  await client.from('list_items').insert({ list_id: data?.id, spot_id }).throwOnError()
  await page.setViewportSize(PHONE)
  await page.goto(`/explore?list=${data?.id}`)
  const [mark, line] = [page.locator('.closed-mark'), page.locator('.list-stop .card-line')]
  await expect(mark).toBeVisible()
  const [inner, outer] = [await mark.boundingBox(), await line.boundingBox()]
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
})

test('keeps the numbers of a member with a long name in view of moderators', async ({ page, site, signIn }) => {
  const long = await createAccount(site.url)
  const row = { id: long.id, email: long.email, username: 'donaudampfschifffahrtskapitaen' }
  await createServiceClient(site.url).from('users').upsert(row).throwOnError()
  await signIn(await createModerator(site.url))
  await page.setViewportSize(PHONE)
  await page.goto(`/account/moderation/members?member=${long.id}`)
  const numbers = page.locator('.desk-numbers')
  await expect(numbers).toBeVisible()
  const box = await numbers.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
})

test('closes the search with one press of Escape, whatever was typed', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openHydrated(page, '/about')
  const field = page.getByRole('combobox', { name: 'Search spots, cities, tags' })
  const search = page.getByRole('dialog', { name: 'Search' })
  for (const [words, shown] of [
    ['', undefined],
    ['Charles', 'option'],
    ['qxqxqx', 'link'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await field.fill(words)
    if (shown) await expect(search.getByRole(shown).first()).toBeVisible()
    if (shown === 'option') await field.press('ArrowDown')
    await field.press('Escape')
    await expect(search).toBeHidden()
  }
})

test('shows one link back in a step of the settings, and the names of imported rows on tablets', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.setViewportSize(PHONE)
  await page.goto('/account/settings?section=security&step=add')
  await expect(page.getByRole('link', { name: /^‹/ }).filter({ visible: true })).toHaveText(['‹ Back to Security'])
  await page.setViewportSize({ width: 768, height: 1024 })
  await openHydrated(page, '/account/settings/import')
  const buffer = Buffer.from('name,lat,lng\nA pier with a very long name,53.1,8.2\n')
  await page.locator('input[type=file]').first().setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer })
  const name = await page.locator('.import-row').getByText('A pier with a very long name').boundingBox()
  expect(name?.width).toBeGreaterThan(150)
})

test('shows a bar while the next page loads slowly', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openHydrated(page, '/about')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/explore\.data/, async (route) => {
    await held
    await route.continue()
  })
  const bar = page.locator('.navigation-progress')
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: 'Explore' }).filter({ visible: true }).first().click()
  await expect.poll(async () => (await bar.boundingBox())?.width).toBeGreaterThan(100)
  release()
  await expect(page).toHaveURL(/explore/)
  await expect(bar).toHaveCount(0)
})

interface Watched {
  CloseWatcher?: new () => { requestClose: () => void }
  closeWatchers?: { requestClose: () => void }[]
}

/** Records the watchers of close requests, because no API of the browser presses Android's Back button. */
function recordCloseWatchers(): void {
  const watched = window as Watched
  const Original = watched.CloseWatcher
  if (!Original) return
  watched.closeWatchers = []
  watched.CloseWatcher = class extends Original {
    constructor() {
      super()
      watched.closeWatchers?.push(this)
    }
  }
}

test('keeps all digits of a code within the form beside the picture on tablets', async ({ page, site, signIn }) => {
  const { account } = await createMfaAccount(site.url)
  await signIn(account)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/auth/login?step=second-factor')
  const form = await page.locator('.auth-card').boundingBox()
  const last = await page.locator('.code-cell').last().boundingBox()
  expect(last?.width).toBeGreaterThan(32)
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((form?.x ?? 0) + (form?.width ?? 0))
})

test('keeps the invitation to a list with a long title within the window', async ({ page, site, account, signIn }) => {
  const owner = await createMemberClient(site.url, account)
  const title = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
  const { data: list } = await owner.rpc('create_list', { title }).throwOnError()
  const { data: invitation } = await owner.rpc('invite_to_list', { list: list.id, role: 'editor' }).throwOnError()
  await signIn()
  await page.setViewportSize(PHONE)
  await page.goto(`/explore?list=${list.id}&invite=${invitation.token}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
})

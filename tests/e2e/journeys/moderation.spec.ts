import type { Locator } from '@playwright/test'
import { createAccount, createMemberClient, createModerator, createServiceClient, signInPage } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { findMessage } from '../outbox.ts'

const SPOT = { category: 'cafe', lng: 14.42, lat: 50.08, status: 'published' }

test('approves a first contribution from the badge in 15 seconds, and notifies by bell, mail and feed', async ({
  page,
  site,
  account,
  signIn,
  openOther,
  checkAccessibility,
}) => {
  const moderator = await createModerator(site.url)
  const follower = await createAccount(site.url)
  const author = await createMemberClient(site.url, account)
  const title = `Quiet table ${account.username}`
  await author
    .from('spots')
    .insert({ ...SPOT, title, author_id: account.id })
    .throwOnError()
  await (await createMemberClient(site.url, follower))
    .from('follows')
    .insert({ follower_id: follower.id, member_id: account.id })
    .throwOnError()
  await signIn(moderator)
  await page.goto('/about')
  const badge = page.getByRole('link', { name: /^Moderation, \d+ waiting$/ })
  await expect(badge).toBeVisible()
  const began = performance.now()
  await badge.click()
  await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  await checkAccessibility()
  await page.keyboard.press('a')
  await expect(page.getByText('Approved.')).toBeVisible()
  expect(performance.now() - began).toBeLessThan(15_000)
  await expect
    .poll(async () => (await author.from('notifications').select('kind')).data, { timeout: 25_000 })
    .toContainEqual({ kind: 'approved' })
  // Notifications that were read before are not emailed.
  await findMessage(site, account.email, /^/, { text: new RegExp(title), within: 90_000 })
  const own = await openOther()
  await signInPage(own, site.url, account)
  await own.goto('/account?tab=notifications')
  await expect(own.getByRole('link', { name: new RegExp(title) }).first()).toBeVisible()
  const feed = await openOther()
  await signInPage(feed, site.url, follower)
  await expect(async () => {
    await feed.goto('/account')
    await expect(feed.getByRole('link', { name: new RegExp(title) }).first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 40_000 })
})

test('types a question after Q, and no letter of it is a command', async ({ page, site, account, signIn }) => {
  const author = await createMemberClient(site.url, account)
  await signIn(await createModerator(site.url))
  const title = `Asked by keys ${account.username}`
  await author
    .from('spots')
    .insert({ ...SPOT, title, author_id: account.id })
    .throwOnError()
  await page.goto('/account/moderation')
  await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: 'Advertising' })).toBeChecked()
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await page.keyboard.press('q')
  await expect(page.getByLabel('Your question')).toBeFocused()
  await page.keyboard.type('Are there stairs?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Question sent.')).toBeVisible()
})

test('decides a suggestion and merges a duplicate on the desk by keys', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  const service = createServiceClient(site.url)
  const row = (title: string) => ({ ...SPOT, title: `${title} ${account.username}`, author_id: account.id })
  const { data: spots } = await service
    .from('spots')
    .insert([row('Tower'), row('Old tower')])
    .select('id')
    .throwOnError()
  const [kept = '', twin = ''] = (spots ?? []).map(({ id }: { id: string }) => String(id))
  const sender = await createMemberClient(site.url, await createAccount(site.url))
  await sender.rpc('send_suggestion', { spot_id: kept, wanted: { title: 'Water tower' } }).throwOnError()
  await sender
    .rpc('send_suggestion', { spot_id: twin, kind: 'duplicate', duplicate_of: kept, reason: 'Same tower' })
    .throwOnError()
  // The author no longer decides on suggestions.
  await service.from('spots').update({ author_id: null }).in('id', [kept, twin]).throwOnError()
  await signIn(await createModerator(site.url))
  await page.goto('/account/moderation/suggestions')
  await page
    .getByRole('region', { name: 'Queue' })
    .getByRole('link', { name: `Tower ${account.username}`, exact: true })
    .click()
  await expect(page.locator('.desk-preview ins')).toContainText('Water')
  const [bar, preview] = ['.suggestion-bar', '.desk-preview'].map((part) => page.locator(part))
  await page.setViewportSize({ width: 1280, height: 480 })
  const readBottom = (part?: Locator) => part?.evaluate((element) => Math.round(element.getBoundingClientRect().bottom))
  expect(await readBottom(bar)).toBe(await readBottom(preview))
  await page.setViewportSize({ width: 1280, height: 720 })
  await checkAccessibility()
  await page.keyboard.press('a')
  await expect(page.getByText('Accepted. The sender is notified.')).toBeVisible()
  await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: 'Old tower' }).click()
  await expect(page.getByText('shows the same place as')).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: 'Merge two spots' })).toBeVisible()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('Merged.')).toBeVisible()
  const read = async () => (await service.from('spots').select('status').in('id', [kept, twin]).order('status')).data
  expect(await read()).toEqual([{ status: 'published' }, { status: 'removed' }])
  await page.keyboard.press('u')
  await expect(page.getByText('Undone.')).toBeVisible()
  expect(await read()).toEqual([{ status: 'published' }, { status: 'published' }])
})

test('makes every decision without JavaScript and hides the desk from members', async ({
  site,
  account,
  openOther,
  expectedErrors,
}) => {
  const moderator = await createModerator(site.url)
  const author = await createMemberClient(site.url, account)
  const title = `Plain form ${account.username}`
  await author
    .from('spots')
    .insert({ ...SPOT, title, author_id: account.id })
    .throwOnError()
  const page = await openOther({ javaScriptEnabled: false })
  await signInPage(page, site.url, moderator)
  await page.goto('/account/moderation')
  await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: title }).click()
  await page.getByText('Ask the author', { exact: true }).click()
  await page.getByLabel('Your question').fill('Which floor is it on?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Question sent.')).toBeVisible()
  await page.goto('/account/moderation/log')
  await expect(page.getByRole('cell', { name: title }).first()).toBeVisible()
  expectedErrors.push(/404/)
  const member = await openOther({ javaScriptEnabled: false })
  await signInPage(member, site.url, account)
  const response = await member.goto('/account/moderation')
  expect(response?.status()).toBe(404)
})

test('moves a reported review to another spot, and undoes it', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  const service = createServiceClient(site.url)
  const titles = [`Upper mill ${account.username}`, `Lower mill ${account.username}`]
  const { data: spots } = await service
    .from('spots')
    .insert(titles.map((title) => ({ ...SPOT, title, visibility: 'public' })))
    .select('id')
    .throwOnError()
  const [upper, lower] = (spots ?? []).map(({ id }: { id: string }) => id)
  const author = await createMemberClient(site.url, account)
  const { data: review } = await author
    .from('reviews')
    .insert({ spot_id: upper, rating: 4, body: 'By the lower river.' })
    .select('id')
    .single()
    .throwOnError()
  const reporter = await createMemberClient(site.url, await createAccount(site.url))
  await reporter.from('reports').insert({ review_id: review?.id, reason: 'wrong' }).throwOnError()
  await signIn(await createModerator(site.url))
  await page.goto('/account/moderation/reports')
  await page
    .getByRole('region', { name: 'Queue' })
    .getByRole('link', { name: `Review of ${titles[0]}` })
    .click()
  await page.getByRole('link', { name: /^Move to another spot/ }).click()
  await page.getByLabel('Link to the other spot').fill(`${site.url}/spot/${lower}`)
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect(page.getByRole('link', { name: titles[1] ?? '' })).toBeVisible()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('Moved.')).toBeVisible()
  const readPlace = async () => (await author.from('reviews').select('spot_id').eq('id', review?.id)).data
  expect(await readPlace()).toEqual([{ spot_id: lower }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(readPlace).toEqual([{ spot_id: upper }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('goes to the next item and back by swiping', async ({ page, site, account, signIn }) => {
    await signIn(await createModerator(site.url))
    const author = await createMemberClient(site.url, account)
    const titles = ['First', 'Second'].map((name) => `${name} bench ${account.username}`)
    for (const title of titles) {
      await author
        .from('spots')
        .insert({ ...SPOT, title, author_id: account.id })
        .throwOnError()
    }
    await openHydrated(page, '/account/moderation')
    await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: titles[0] }).click()
    const heading = page.locator('.desk-title')
    await expect(heading).toHaveText(titles[0] ?? '')
    const session = await page.context().newCDPSession(page)
    const swipe = async (...xs: number[]) => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] })
      for (const [index, x] of xs.entries()) await touch(index === 0 ? 'touchStart' : 'touchMove', x)
      await touch('touchEnd')
    }
    await swipe(300, 240, 180, 120)
    await expect(heading).toHaveText(titles[1] ?? '')
    await swipe(120, 180, 240, 300)
    await expect(heading).toHaveText(titles[0] ?? '')
    await swipe(300, 280)
    await expect(heading).toHaveText(titles[0] ?? '')
  })
})

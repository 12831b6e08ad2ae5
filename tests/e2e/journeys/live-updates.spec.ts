import type { Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { waitForMap } from '../explore-screen.ts'
import { test } from '../fixtures.ts'
import { SEED_POST_SLUG } from '../seed.ts'

/** A spot in Prague, which the seed places on the map. */
const SPOT = { title: 'Lantern Steps', category: 'building', lng: 14.42, lat: 50.08, status: 'published' }

test('counts unread notifications in every tab over one socket, and closes it on sign-out', async ({
  page,
  context,
  site,
  account,
  signIn,
}) => {
  const reader = await signIn()
  const spotId = await createSpot(await createMemberClient(site.url, reader), reader.id)
  const sockets: string[] = []
  const watchTab = (tab: Page) => tab.on('websocket', (opened) => sockets.push(opened.url()))
  watchTab(page)
  context.on('page', watchTab)
  const live = waitForTopic(page, 'notifications')
  await page.goto('/about')
  const socket = await live
  const other = await context.newPage()
  await other.goto('/account?tab=notifications')
  await comment(await createMemberClient(site.url, account), { spot_id: spotId })
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'Notifications (1 unread)' })).toBeVisible()
  }
  await other.getByRole('button', { name: '1 new', exact: true }).click()
  await other.getByRole('button', { name: 'Mark all read' }).click()
  for (const tab of [page, other]) {
    const bell = tab.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true })
    await expect(bell).toBeVisible()
  }
  expect(sockets).toHaveLength(1)
  const closed = socket.waitForEvent('close')
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await closed
})

test('hands the socket over when the leading tab closes', async ({ page, context, site, account, signIn }) => {
  const reader = await signIn()
  const spotId = await createSpot(await createMemberClient(site.url, reader), reader.id)
  const leading = waitForTopic(page, 'notifications')
  await page.goto('/about')
  await leading
  const other = await context.newPage()
  const following = waitForTopic(other, 'notifications')
  await other.goto('/about')
  await page.close()
  await following
  await comment(await createMemberClient(site.url, account), { spot_id: spotId })
  await expect(other.getByRole('link', { name: 'Notifications (1 unread)' })).toBeVisible()
})

test('offers new comments and reviews of others without moving the page', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  const reader = await signIn()
  const spotId = await createSpot(await createMemberClient(site.url, reader), reader.id)
  const live = waitForTopic(page, 'reviews')
  await page.goto(`/spot/${spotId}`)
  await live
  const field = page.getByLabel('Your comment')
  await field.fill('Half a sentence')
  const top = await field.evaluate((element) => element.getBoundingClientRect().top)
  const writer = await createMemberClient(site.url, account)
  await comment(writer, { spot_id: spotId })
  await writer.from('reviews').insert({ spot_id: spotId, rating: 5, body: 'Go at dusk.' }).throwOnError()
  const offer = page.getByRole('button', { name: '1 new review and 1 new comment' })
  await expect(offer).toBeVisible()
  await expect(page.getByText('Is it open at night?')).toBeHidden()
  expect(await field.evaluate((element) => element.getBoundingClientRect().top)).toBe(top)
  await checkAccessibility()
  await offer.click()
  await expect(page.locator('.review.is-fresh')).toContainText('Go at dusk.')
  await expect(page.locator('.comment.is-fresh')).toContainText('Is it open at night?')
  await expect(page.locator('.review.is-fresh')).toBeFocused()
  await expect(offer).toBeHidden()
  await expect(field).toHaveValue('Half a sentence')
  await checkAccessibility()
})

test('offers new comments on a story', async ({ page, site, account, signIn }) => {
  await signIn()
  const live = waitForTopic(page, 'comments')
  await page.goto(`/post/${SEED_POST_SLUG}`)
  await live
  const writer = await createMemberClient(site.url, account)
  const { data } = await writer.from('posts').select('id').eq('slug', SEED_POST_SLUG).single().throwOnError()
  await comment(writer, { post_id: String(data.id) })
  await page.getByRole('button', { name: '1 new comment' }).click()
  await expect(page.locator('.comment.is-fresh')).toContainText('Is it open at night?')
})

test('offers new spots in the view of explore that match its filters', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  await signIn()
  const live = waitForTopic(page, 'spots')
  const asked = page.waitForResponse((response) => response.url().includes('order=published_at'))
  await page.goto('/explore?lat=50.08&lng=14.42&z=13&kind=building')
  await waitForMap(page)
  await Promise.all([live, asked])
  const writer = await createMemberClient(site.url, account)
  const title = 'Night Market Gate'
  await createSpot(writer, account.id, { title, lng: 20 })
  await createSpot(writer, account.id, { title, category: 'waterfall' })
  await createSpot(writer, account.id, { title, visibility: 'private' })
  await createSpot(writer, account.id, { title })
  const offer = page.getByRole('button', { name: '1 new spot here' })
  await expect(offer).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toBeHidden()
  await checkAccessibility()
  await offer.press('Enter')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(offer).toBeHidden()
  await expect(page.locator('#map')).toBeFocused()
})

test('shows a spot that the member adds elsewhere on the account page', async ({ page, site, signIn }) => {
  const member = await signIn()
  const live = waitForTopic(page, 'spots')
  const counted = page.waitForResponse((response) => response.url().includes('/rest/v1/spots'))
  await page.goto('/account#spots')
  await Promise.all([live, counted])
  await createSpot(await createMemberClient(site.url, member), member.id)
  await expect(page.getByRole('link', { name: SPOT.title })).toBeVisible()
})

test('polls once a minute where sockets are blocked', async ({ page, site, account, signIn }) => {
  const reader = await signIn()
  const spotId = await createSpot(await createMemberClient(site.url, reader), reader.id)
  await page.clock.install()
  await page.routeWebSocket(/realtime/, (socket) => socket.close())
  const counted = page.waitForResponse((response) => response.url().includes('/rest/v1/notifications'))
  await page.goto('/about')
  await page.clock.runFor('00:05')
  await counted
  await comment(await createMemberClient(site.url, account), { spot_id: spotId })
  await page.clock.runFor('01:05')
  await expect(page.getByRole('link', { name: 'Notifications (1 unread)' })).toBeVisible()
})

/** Resolves with the socket of a page as soon as it receives the changes of a table. */
async function waitForTopic(page: Page, table: string) {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => {
    const frame = String(payload)
    return frame.includes(`realtime:live:${table}:`) && frame.includes('Subscribed to PostgreSQL')
  })
  return socket
}

async function createSpot(client: SupabaseClient, authorId: string, changes: object = {}): Promise<string> {
  const spots = client.from('spots').insert({ ...SPOT, author_id: authorId, ...changes })
  const { data } = await spots.select('id').single().throwOnError()
  return String(data.id)
}

async function comment(client: SupabaseClient, target: { spot_id: string } | { post_id: string }): Promise<void> {
  await client
    .from('comments')
    .insert({ ...target, body: 'Is it open at night?' })
    .throwOnError()
}

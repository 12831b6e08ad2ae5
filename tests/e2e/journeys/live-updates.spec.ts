import { createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

test('counts unread notifications on the bell without a reload, in every tab', async ({
  page,
  context,
  site,
  account,
  signIn,
}) => {
  const reader = await signIn()
  const spotId = await createSpot(site.url, reader)
  const sockets: string[] = []
  context.on('page', (tab) => tab.on('websocket', (socket) => sockets.push(socket.url())))
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto('/about')
  await expect.poll(() => sockets.length).toBe(1)
  const other = await context.newPage()
  await other.goto('/about')
  await expect(other.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  await comment(site.url, account, spotId)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'Notifications (1 unread)' })).toBeVisible()
  }
  expect(sockets).toHaveLength(1)
})

async function createSpot(
  siteUrl: string,
  author: { id: string } & Parameters<typeof createMemberClient>[1] & object,
): Promise<string> {
  const client = await createMemberClient(siteUrl, author)
  const spot = { title: 'Lantern Steps', category: 'building', lng: 14.42, lat: 50.08, status: 'published' }
  const { data } = await client
    .from('spots')
    .insert({ ...spot, author_id: author.id })
    .select('id')
    .single()
    .throwOnError()
  return String(data?.id)
}

async function comment(
  siteUrl: string,
  author: Parameters<typeof createMemberClient>[1],
  spotId: string,
): Promise<void> {
  const client = await createMemberClient(siteUrl, author)
  await client.from('comments').insert({ spot_id: spotId, body: 'Is it open at night?' }).throwOnError()
}

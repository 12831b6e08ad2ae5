import { createAccount, createMemberClient, createModerator, createServiceClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

const SPOT = { category: 'cafe', lng: 14.42, lat: 50.08, status: 'published' }

test('undoes a removal within ten seconds by the keyboard', async ({ page, site, account, signIn }) => {
  const moderator = await createModerator(site.url)
  const author = await createMemberClient(site.url, account)
  const title = `Hasty removal ${account.username}`
  await author
    .from('spots')
    .insert({ ...SPOT, title, author_id: account.id })
    .throwOnError()
  await signIn(moderator)
  await page.goto('/account/moderation')
  await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  await expect(page.getByText('all keys')).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('2')
  await expect(page.getByLabel(`What ${account.username} will read`)).toHaveValue(/advertising/)
  await page.keyboard.press('Enter')
  await page.getByLabel(`What ${account.username} will read`).fill('Not before Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Removed.')).toBeVisible()
  const removed = await author.from('spots').select('removal_reason').eq('title', title)
  expect(removed.data).toEqual([{ removal_reason: 'Not before Enter' }])
  await page.keyboard.press('u')
  await expect(page.getByText('Undone.')).toBeVisible()
  const { data } = await author.from('spots').select('status').eq('title', title)
  expect(data).toEqual([{ status: 'pending' }])
})

test('hides a spam wave by reports and removes it in one step', async ({ page, site, account, signIn }) => {
  const service = createServiceClient(site.url)
  const moderator = await createModerator(site.url)
  const rows = Array.from({ length: 50 }, (_, index) => ({
    ...SPOT,
    title: `Cheap watches ${index} ${account.username}`,
    description: 'Best prices: https://example.org/watches',
    author_id: account.id,
  }))
  const { data: spots } = await service.from('spots').insert(rows).select('id').throwOnError()
  const ids = (spots ?? []).map(({ id }: { id: string }) => id)
  await reportByThree(site.url, ids[0] ?? '')
  const [hidden] =
    (
      await service
        .from('spots')
        .select('status')
        .eq('id', ids[0] ?? '')
    ).data ?? []
  expect(hidden).toEqual({ status: 'pending' })
  await signIn(moderator)
  const began = performance.now()
  await page.goto('/account/moderation/reports')
  await page.getByRole('link', { name: 'Open member' }).click()
  await expect(page.getByRole('heading', { name: account.username, level: 2 })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Cheap watches 0' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove selected and ban' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Remove 50 items and ban?' })).toContainText('50 items: 50 spots')
  await page.getByRole('button', { name: 'Remove and ban' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByText('This member is banned.')).toBeVisible()
  expect(performance.now() - began).toBeLessThan(60_000)
  const { count } = await service
    .from('spots')
    .select('id', { count: 'exact', head: true })
    .eq('author_id', account.id)
    .eq('status', 'removed')
  expect(count).toBe(50)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('This member is banned.')).toBeHidden()
})

test('removes a comment from its page with a reason, and undoes it', async ({ page, site, account, signIn }) => {
  const service = createServiceClient(site.url)
  const author = await createMemberClient(site.url, account)
  const row = { ...SPOT, title: `Steps ${account.username}`, author_id: account.id }
  const { data: spot } = await service.from('spots').insert(row).select('id').single().throwOnError()
  await author.from('comments').insert({ spot_id: spot.id, body: 'Cheap watches' }).throwOnError()
  await signIn(await createModerator(site.url))
  await page.goto(`/spot/${spot.id}`)
  const comment = page.locator('.comment', { hasText: 'Cheap watches' })
  await comment.getByRole('link', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove this comment' })
  await dialog.getByLabel('Advertising').check()
  await expect(dialog.getByLabel('What the author will read')).toHaveValue(/advertising/)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(comment).toBeHidden()
  const read = async () => (await service.from('comments').select('removal_reason').eq('spot_id', spot.id)).data
  expect(await read()).toEqual([{ removal_reason: expect.stringContaining('advertising') }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(comment).toBeVisible()
  expect(await read()).toEqual([{ removal_reason: null }])
})

/** Reports a spot as three members whose accounts are old enough to count. */
async function reportByThree(siteUrl: string, spotId: string): Promise<void> {
  const service = createServiceClient(siteUrl)
  for (let index = 0; index < 3; index += 1) {
    const reporter = await createAccount(siteUrl)
    await service
      .from('users')
      .upsert({ id: reporter.id, username: reporter.username, created_at: '2026-01-01T00:00:00Z' })
      .throwOnError()
    const client = await createMemberClient(siteUrl, reporter)
    await client.from('reports').insert({ spot_id: spotId, reporter_id: reporter.id, reason: 'spam' }).throwOnError()
  }
}

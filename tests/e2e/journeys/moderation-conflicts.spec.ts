import { createMemberClient, createModerator, signInPage } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

const SPOT = { category: 'cafe', lng: 14.42, lat: 50.08, status: 'published' }

test('shows to other moderators who has an item open, and rejects a second decision', async ({
  page,
  site,
  account,
  signIn,
  openOther,
}) => {
  const [first, second] = [await createModerator(site.url), await createModerator(site.url)]
  const author = await createMemberClient(site.url, account)
  const title = `Wanted by two ${account.username}`
  await author
    .from('spots')
    .insert({ ...SPOT, title, author_id: account.id })
    .throwOnError()
  const other = await openOther()
  await signIn(first)
  await signInPage(other, site.url, second)
  for (const desk of [page, other]) {
    await desk.goto('/account/moderation')
    await desk.getByRole('region', { name: 'Queue' }).getByRole('link', { name: title }).click()
    await expect(desk.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  }
  await expect(other.getByText(`${first.username} opened this`)).toBeVisible()
  await expect(page.getByText(`${second.username} opened this`)).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Approved.')).toBeVisible()
  await expect(other.getByText(`${first.username} approved this`)).toBeVisible()
  await expect(other.getByRole('button', { name: /^Approve/ })).toBeHidden()
  const log = await (await createMemberClient(site.url, second)).rpc('list_moderation_log', { search: title })
  expect(log.data.entries.map(({ action }: { action: string }) => action)).toEqual(['approved'])
})

test('approves no change that the moderator has not seen', async ({ page, site, account, signIn }) => {
  const author = await createMemberClient(site.url, account)
  await signIn(await createModerator(site.url))
  const title = `Edited in the queue ${account.username}`
  await author
    .from('spots')
    .insert({ ...SPOT, title, author_id: account.id })
    .throwOnError()
  await page.goto('/account/moderation')
  await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  await author.from('spots').update({ description: 'Edited meanwhile' }).eq('title', title).throwOnError()
  await page.keyboard.press('a')
  await expect(page.getByText('The author has just changed this.')).toBeVisible()
  await expect(page.getByText('Edited meanwhile')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Approved.')).toBeVisible()
})

test('sends a decision once on a slow network, and shows that it is under way', async ({
  page,
  site,
  account,
  signIn,
}) => {
  const author = await createMemberClient(site.url, account)
  await signIn(await createModerator(site.url))
  const title = `Slow line ${account.username}`
  await author
    .from('spots')
    .insert({ ...SPOT, title, author_id: account.id })
    .throwOnError()
  await page.goto('/account/moderation')
  await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  let sent = 0
  await page.route('**/account/moderation*', async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1
      await new Promise((resume) => setTimeout(resume, 2000))
    }
    await route.continue()
  })
  const approve = page.getByRole('button', { name: /^Approve/ })
  await approve.click()
  await expect(approve).toHaveAttribute('aria-busy', 'true')
  await approve.click({ force: true })
  await page.keyboard.press('a')
  await expect(page.getByText('Approved.')).toBeVisible()
  expect(sent).toBe(1)
})

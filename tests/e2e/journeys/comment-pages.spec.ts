import { createClient } from '@supabase/supabase-js'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { holdForms } from '../hold-forms.ts'
import { SECRET_KEY, type Site } from '../site.ts'
import { createSpot, findEntry } from '../spots.ts'

/** Adds comments, a minute apart. Returns the id of the first. */
async function addComments(site: Site, spotId: string, authorId: string, count: number, parentId?: string) {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ spot_id: spotId, author_id: authorId, parent_id: parentId ?? null, body: `Comment ${index + 1}` },
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  }))
  const { data } = await createClient(site.url, SECRET_KEY).from('comments').insert(rows).select('id').throwOnError()
  return String(data?.[0]?.id)
}

test('appends the next comments, and opens the page of a linked comment', async ({ page, site, account }) => {
  const spotId = await createSpot(site, account)
  const rows = Array.from({ length: 120 }, (_, index) => ({
    spot_id: spotId,
    author_id: account.id,
    body: `Comment ${index + 1}`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  }))
  await createClient(site.url, SECRET_KEY).from('comments').insert(rows).throwOnError()
  await openHydrated(page, `/spot/${spotId}?comments=newest`)
  await expect(page.locator('.comments > .comment').first()).toContainText('Comment 120')
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expect(page.locator('.comments > .comment')).toHaveCount(100)
  await expect(page.locator('.comments > .comment').first()).toContainText('Comment 120')
  await expect(page.locator('.comments > .comment').nth(50)).toBeFocused()
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expect(page.locator('.comments > .comment')).toHaveCount(120)
  await expect(page.getByRole('link', { name: 'Show more comments' })).toBeHidden()
  const id = await page.locator('.comment').filter({ hasText: 'Comment 55' }).first().getAttribute('id')
  await openHydrated(page, `/spot/${spotId}#${id}`)
  await expect(page.locator(`#${id}`)).toBeFocused()
  await expect(page.locator(`#${id}`)).toBeInViewport()
})

test('keeps what is typed while a comment is sent, and the page when more comments fail to load', async ({
  page,
  context,
  site,
  account,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/)
  const id = await createSpot(site, account)
  await addComments(site, id, account.id, 60)
  await signIn()
  await openHydrated(page, `/spot/${id}`)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expect(page.getByText('More could not be loaded.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(findEntry(page, 'Comment 60')).toBeVisible()

  await findEntry(page, 'Comment 60').getByRole('link', { name: 'Reply' }).click()
  const reply = page.getByLabel('Your reply')
  await expect(reply).toBeFocused()
  await page.getByLabel('Your comment').focus()
  await findEntry(page, 'Comment 60').getByRole('link', { name: 'Reply' }).click()
  await expect(reply).toBeFocused()

  const field = page.getByLabel('Your comment')
  await field.fill('First thought')
  const release = await holdForms(page)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type(' and a second one')
  release()
  await expect(page.getByText('Comment sent')).toBeVisible()
  await expect(field).toHaveValue('and a second one')
})

test('shows a comment that was sent, whichever page of the comments is open', async ({
  page,
  site,
  account,
  signIn,
}) => {
  const spotId = await createSpot(site, account)
  const first = await addComments(site, spotId, account.id, 60)
  await addComments(site, spotId, account.id, 25, first)
  await signIn()
  const send = async (text: string) => {
    await page.getByLabel('Your comment').fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('status').getByText('Comment sent').last()).toBeVisible()
    await expect(findEntry(page, text)).toBeInViewport()
    await expect(page.locator('.comment[aria-busy]')).toHaveCount(0)
    await expect(findEntry(page, text)).toBeInViewport()
  }
  await openHydrated(page, `/spot/${spotId}`)
  await send('On the second page')
  await expect(findEntry(page, 'On the second page')).toBeFocused()
  await send('After the linked one')

  await openHydrated(page, `/spot/${spotId}?comments=newest`)
  const next = await page.getByRole('link', { name: 'Show more comments' }).getAttribute('href')
  await send('At the top')
  await openHydrated(page, `/spot/${spotId}${new URL(next ?? '', page.url()).search}`)
  await send('On the page before')

  await openHydrated(page, `/spot/${spotId}`)
  await page.getByRole('link', { name: 'Reply' }).first().click()
  await page.getByLabel('Your reply').fill('A late reply')
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(page.getByRole('status').getByText('Reply sent')).toBeVisible()
  await expect(findEntry(page, 'A late reply')).toBeInViewport()
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows a new comment on a spot with several pages of comments', async ({ page, site, account, signIn }) => {
    const spotId = await createSpot(site, account)
    await addComments(site, spotId, account.id, 60)
    await signIn()
    await page.goto(`/spot/${spotId}`)
    await page.getByLabel('Your comment').fill('Is it open?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(findEntry(page, 'Is it open?')).toBeInViewport()
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { type Account, createAccount, createMemberClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { holdForms } from '../hold-forms.ts'
import { SECRET_KEY, type Site } from '../site.ts'

async function createSpot(site: Site, author: Account): Promise<string> {
  const client = await createMemberClient(site.url, author)
  const spot = { title: 'Old ferry', category: 'station', lng: 8.2, lat: 53.1, status: 'published' }
  const { data } = await client
    .from('spots')
    .insert({ ...spot, author_id: author.id })
    .select('id')
    .single()
    .throwOnError()
  return String(data?.id)
}

async function createPhoto(): Promise<Buffer> {
  const background = { r: 10, g: 120, b: 90 }
  return sharp({ create: { width: 240, height: 160, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Delays the requests of one intent, so that a request sent right after them overtakes them. */
async function delayIntent(page: Page, intent: string): Promise<void> {
  await page.route('**/spot/**', async (route) => {
    if (route.request().postData()?.includes(intent)) await sleep(1000)
    await route.fallback()
  })
}

const entry = (page: Page, text: string) => page.locator('.comment, .review').filter({ hasText: text }).last()

test('mentions, edits, deletes and restores a comment, and reports another', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  const spotId = await createSpot(site, account)
  const author = await createMemberClient(site.url, account)
  await author.from('comments').insert({ spot_id: spotId, body: 'Bring **cash**.' }).throwOnError()
  await signIn()
  await openHydrated(page, `/spot/${spotId}`)
  await expect(page.locator('.comment strong')).toHaveText('cash')
  await expect(entry(page, 'Bring cash.')).toContainText('marked this spot')

  const field = page.getByLabel('Your comment')
  await field.pressSequentially(`Thanks @${account.username.slice(0, 9)}`)
  const option = page.getByRole('option', { name: account.username })
  await expect(option).toContainText('in this conversation')
  await checkAccessibility()
  await field.press('Enter')
  await expect(field).toHaveValue(`Thanks @${account.username} `)
  await field.press('Control+Enter')
  const own = entry(page, 'Thanks')
  await expect(own.getByRole('link', { name: `@${account.username}` })).toHaveAttribute(
    'href',
    new RegExp(`/explore\\?by=${account.username}$`),
  )
  await expect(field).toHaveValue('')
  const { data: told } = await author.from('notifications').select('kind').eq('spot_id', spotId).throwOnError()
  expect(told).toEqual([{ kind: 'comment' }])

  await own.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await own.getByLabel('Your comment').fill('Thank you')
  await own.getByRole('button', { name: 'Save' }).click()
  const edited = entry(page, 'Thank you')
  await expect(edited).toContainText('edited')
  await edited.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Thank you')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Thank you')).toBeVisible()

  await entry(page, 'Bring cash.').getByRole('link', { name: 'Report' }).click()
  await page.getByLabel('It is advertising').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(entry(page, 'Bring cash.')).toContainText('Reported')
  await page.reload()
  await expect(entry(page, 'Bring cash.')).toContainText('Reported')
})

test('adds a review with a photo, replies to reviews and filters them', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  const spotId = await createSpot(site, account)
  for (const rating of [5, 5, 4, 2]) {
    const reviewer = await createMemberClient(site.url, await createAccount(site.url))
    await reviewer
      .from('reviews')
      .insert({ spot_id: spotId, rating, body: `Worth ${rating}` })
      .throwOnError()
  }
  await signIn()
  await openHydrated(page, `/spot/${spotId}`)
  await expect(page.locator('.distribution')).toHaveCount(0)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: 'worth the way' }).check({ force: true })
  await page.getByLabel('What should others know?').fill('Go at dusk')
  await page.getByLabel('Photos').setInputFiles({
    name: 'ferry.jpg',
    mimeType: 'image/jpeg',
    buffer: await createPhoto(),
  })
  await page.getByRole('button', { name: 'Save review' }).click()
  const own = page.locator('.review').filter({ hasText: 'Go at dusk' })
  await expect(own.locator('.review-photos img')).toHaveCount(1)
  await expect(own).toContainText('you')
  await expect(page.getByRole('heading', { name: '5 reviews' })).toBeVisible()
  await expect(page.locator('.distribution-number')).toHaveText('4.0')
  await checkAccessibility()

  await page.getByRole('link', { name: /^go now ?2 reviews$/ }).click()
  await expect(page.locator('.review')).toHaveCount(2)
  await page.getByRole('link', { name: 'With photos' }).click()
  await expect(page.getByText('No review matches these filters.')).toBeVisible()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.locator('.review')).toHaveCount(5)
  await page.getByRole('button', { name: 'Order of reviews' }).click()
  await page.getByRole('menuitem', { name: 'Lowest' }).click()
  await expect(page).toHaveURL(/reviews=lowest/)
  await expect(page.locator('.review').nth(1)).toContainText('Worth 2')

  await entry(page, 'Worth 2').getByRole('link', { name: 'Reply' }).click()
  await page.getByLabel('Your reply').fill('It was closed that day')
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(page.locator('.review .comment').filter({ hasText: 'It was closed that day' })).toBeVisible()
  await delayIntent(page, 'delete-review')
  await own.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.locator('.review')).toHaveCount(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(own.locator('.review-photos img')).toHaveCount(1)

  await signIn(account)
  await openHydrated(page, `/spot/${spotId}?photo=1`)
  const photos = page.getByRole('dialog', { name: 'Photos of Old ferry' })
  await photos.getByRole('link', { name: 'Report this photo' }).click()
  await page.getByLabel('It shows another place').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(photos).toBeVisible()
  const author = await createMemberClient(site.url, account)
  const { data: reports } = await author.from('reports').select('reason').not('photo_id', 'is', null).throwOnError()
  expect(reports).toEqual([{ reason: 'wrong' }])
})

test('keeps what is typed while a comment is sent, and the page when more comments fail to load', async ({
  page,
  context,
  site,
  account,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/)
  const id = await createSpot(site, account)
  const service = createClient(site.url, SECRET_KEY)
  const comments = Array.from({ length: 60 }, (_, index) => ({
    spot_id: id,
    author_id: account.id,
    body: `No. ${index}`,
  }))
  await service.from('comments').insert(comments).throwOnError()
  await signIn()
  await openHydrated(page, `/spot/${id}`)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expect(page.getByText('They could not be loaded.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(entry(page, 'No. 59')).toBeVisible()

  await entry(page, 'No. 59').getByRole('link', { name: 'Reply' }).click()
  const reply = page.getByLabel('Your reply')
  await expect(reply).toBeFocused()
  await page.getByLabel('Your comment').focus()
  await entry(page, 'No. 59').getByRole('link', { name: 'Reply' }).click()
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

/** Adds comments, a minute apart. Returns the id of the first. */
async function addComments(site: Site, spotId: string, authorId: string, count: number, parentId?: string) {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ spot_id: spotId, author_id: authorId, parent_id: parentId ?? null, body: `Comment ${index + 1}` },
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  }))
  const { data } = await createClient(site.url, SECRET_KEY).from('comments').insert(rows).select('id').throwOnError()
  return String(data?.[0]?.id)
}

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
    await expect(entry(page, text)).toBeInViewport()
    await expect(page.locator('.comment[aria-busy]')).toHaveCount(0)
    await expect(entry(page, text)).toBeInViewport()
  }
  await openHydrated(page, `/spot/${spotId}`)
  await send('On the second page')
  await expect(entry(page, 'On the second page')).toBeFocused()
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
  await expect(entry(page, 'A late reply')).toBeInViewport()
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
    await expect(entry(page, 'Is it open?')).toBeInViewport()
  })

  test('comments, edits, deletes, reviews with a photo and reports', async ({ page, site, account, signIn }) => {
    const spotId = await createSpot(site, account)
    const author = await createMemberClient(site.url, account)
    await author.from('comments').insert({ spot_id: spotId, body: 'Bring cash.' }).throwOnError()
    await signIn()
    await page.goto(`/spot/${spotId}`)
    await page.getByLabel('Your comment').fill('Is it open?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await entry(page, 'Is it open?').getByRole('link', { name: 'Edit' }).click()
    await entry(page, 'Is it open?').getByLabel('Your comment').fill('Is it open at night?')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await expect(entry(page, 'Is it open at night?')).toContainText('edited')
    await entry(page, 'Is it open at night?').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Is it open at night?')).toHaveCount(0)

    await page.goto(`/spot/${spotId}?do=review`)
    const review = page.locator('.review-form')
    await review.getByRole('radio', { name: 'go now' }).check({ force: true })
    await review.getByLabel('Photos').setInputFiles({
      name: 'ferry.jpg',
      mimeType: 'image/jpeg',
      buffer: await createPhoto(),
    })
    await review.getByRole('button', { name: 'Save review' }).click()
    await expect(page.locator('.review-photos img')).toHaveCount(1)

    await entry(page, 'Bring cash.').getByRole('link', { name: 'Report' }).click()
    const form = page.locator('.no-script-dialog')
    await form.getByLabel('It is offensive').check()
    await form.getByRole('button', { name: 'Send report' }).click()
    await expect(entry(page, 'Bring cash.')).toContainText('Reported')
    await expect(page.getByText('Thank you. The moderators will look at it.')).toBeVisible()
  })
})

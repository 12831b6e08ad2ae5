import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createAccount, createMemberClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSpot, findEntry } from '../spots.ts'

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
  await expect(findEntry(page, 'Bring cash.')).toContainText('marked this spot')

  const field = page.getByLabel('Your comment')
  await field.pressSequentially(`Thanks @${account.username.slice(0, 9)}`)
  const option = page.getByRole('option', { name: account.username })
  await expect(option).toContainText('in this conversation')
  await checkAccessibility()
  // Enter that ends the composition of an input method chooses nothing.
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(field).toHaveValue(`Thanks @${account.username.slice(0, 9)}`)
  await field.press('Enter')
  await expect(field).toHaveValue(`Thanks @${account.username} `)
  await field.press('Control+Enter')
  const own = findEntry(page, 'Thanks')
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
  const edited = findEntry(page, 'Thank you')
  await expect(edited).toContainText('edited')
  await edited.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Thank you')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Thank you')).toBeVisible()

  await findEntry(page, 'Bring cash.').getByRole('link', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this comment' })
  await expect(dialog).toBeVisible()
  // A click outside the dialog closes it only while nothing is chosen.
  await page.mouse.click(4, 300)
  await expect(dialog).toBeHidden()
  await findEntry(page, 'Bring cash.').getByRole('link', { name: 'Report' }).click()
  await page.getByLabel('It is advertising').check()
  await page.getByLabel('Details').fill('Every week')
  await page.mouse.click(4, 300)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await findEntry(page, 'Bring cash.').getByRole('link', { name: 'Report' }).click()
  await expect(page.getByLabel('It is advertising')).toBeChecked()
  await expect(page.getByLabel('Details')).toHaveValue('Every week')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(findEntry(page, 'Bring cash.')).toContainText('Reported')
  await page.reload()
  await expect(findEntry(page, 'Bring cash.')).toContainText('Reported')
})

test('cancels a reply or an edit, and returns the focus to where it began', async ({ page, site, account, signIn }) => {
  const spotId = await createSpot(site, account)
  const author = await createMemberClient(site.url, account)
  await author.from('comments').insert({ spot_id: spotId, body: 'Bring cash.' }).throwOnError()
  await signIn(account)
  await openHydrated(page, `/spot/${spotId}`)
  const comment = findEntry(page, 'Bring cash.')
  const link = comment.getByRole('link', { name: 'Reply' })
  const field = page.getByLabel('Your reply')
  await link.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(link).toBeFocused()
  await link.press('Enter')
  await field.fill('Only coins')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('Only coins')
  await comment.getByRole('button', { name: 'Cancel' }).click()
  await expect(link).toBeFocused()
  await link.press('Enter')
  await expect(field).toHaveValue('')
  await field.fill('Notes, too')
  await field.press('Control+Enter')
  const reply = page.locator('.comment-replies .comment').filter({ hasText: 'Notes, too' })
  await expect(field).toBeHidden()
  await expect(reply).toBeFocused()
  await reply.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await reply.getByRole('button', { name: 'Cancel' }).click()
  await expect(reply.getByRole('button', { name: 'More' })).toBeFocused()
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

  await findEntry(page, 'Worth 2').getByRole('link', { name: 'Reply' }).click()
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

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('comments, edits, deletes, reviews with a photo and reports', async ({ page, site, account, signIn }) => {
    const spotId = await createSpot(site, account)
    const author = await createMemberClient(site.url, account)
    await author.from('comments').insert({ spot_id: spotId, body: 'Bring cash.' }).throwOnError()
    await signIn()
    await page.goto(`/spot/${spotId}`)
    await page.getByLabel('Your comment').fill('Is it open?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await findEntry(page, 'Is it open?').getByRole('link', { name: 'Edit' }).click()
    await findEntry(page, 'Is it open?').getByLabel('Your comment').fill('Is it open at night?')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await expect(findEntry(page, 'Is it open at night?')).toContainText('edited')
    await findEntry(page, 'Is it open at night?').getByRole('button', { name: 'Delete' }).click()
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

    await findEntry(page, 'Bring cash.').getByRole('link', { name: 'Report' }).click()
    const form = page.locator('.no-script-dialog')
    await form.getByLabel('It is offensive').check()
    await form.getByRole('button', { name: 'Send report' }).click()
    await expect(findEntry(page, 'Bring cash.')).toContainText('Reported')
    await expect(page.getByText('Thank you. The moderators will look at it.')).toBeVisible()
  })
})

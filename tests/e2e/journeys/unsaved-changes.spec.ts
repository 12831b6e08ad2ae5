import type { Page } from '@playwright/test'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSpot } from '../spots.ts'

const QUESTION = 'Leave without saving?'

test('asks before the changes of a spot are lost, by a link and by Back, but not after saving', async ({
  page,
  site,
  signIn,
  checkAccessibility,
}) => {
  const id = await createSpot(site, await signIn())
  await openHydrated(page, `/spot/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const title = page.getByLabel('What is it called?')
  const question = page.getByRole('alertdialog', { name: QUESTION })
  await title.fill('Old ferry house')
  await followLink(page)
  await checkAccessibility()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(`/spot/${id}/edit`)
  await expect(title).toHaveValue('Old ferry house')
  await page.goBack()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(`/spot/${id}/edit`)
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Old ferry' })).toBeVisible()
  await page.goForward()
  await expect(title).toHaveValue('Old ferry')

  await title.fill('Old ferry house')
  await title.fill('Old ferry')
  await followLink(page)
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await title.fill('New ferry')
  await page.getByRole('link', { name: 'Discard changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Old ferry' })).toBeVisible()
  await expect(page).toHaveURL(`/spot/${id}`)
  await page.goBack()
  await title.fill('New ferry')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New ferry' })).toBeVisible()
})

test('asks before a suggestion is lost to another form or a closed tab', async ({ page, site, account, signIn }) => {
  const id = await createSpot(site, account)
  await signIn()
  await openHydrated(page, `/spot/${id}/suggest`)
  await page.getByLabel('Why?').fill('It moved')
  const question = page.getByRole('alertdialog', { name: QUESTION })
  await page.getByRole('link', { name: 'It is closed' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('Why?')).toHaveValue('It moved')
  await page.getByRole('link', { name: 'It is closed' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Closed for good' })).toBeVisible()
})

test('asks before a changed profile is lost, and not once it is saved', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/account/settings?section=profile')
  const bio = page.getByLabel('About you')
  await bio.fill('I walk at dawn')
  await followLink(page)
  const question = page.getByRole('alertdialog', { name: QUESTION })
  await question.getByRole('button', { name: 'Stay' }).click()
  // The data of the page arrives later than the response to the form.
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await page.route(/settings\.data/, async (route) => {
    if (route.request().method() === 'GET') await isHeld
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await followLink(page)
  await expect(page).toHaveURL('/about')
  release()
  await page.goBack()
  await expect(bio).toHaveValue('I walk at dawn')
})

test('asks before the corrections of an import are lost, and not when it starts', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/account/settings/import')
  const buffer = Buffer.from('name,lat,lng\nA pier,53.1,8.2\n')
  await page.getByLabel('Choose files').setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('group', { name: 'Change all rows' }).getByLabel('Category').selectOption('castle')
  await followLink(page)
  await page.getByRole('alertdialog', { name: QUESTION }).getByRole('button', { name: 'Stay' }).click()
  await expect(page.locator('.import-row')).toContainText('Castle')
  await page.getByRole('button', { name: 'Import 1 place' }).click()
  await expect(page.getByRole('heading', { name: '1 place imported' })).toBeVisible({ timeout: 60_000 })
})

test('keeps a comment and a review that were not sent, until they are sent, cancelled or emptied', async ({
  page,
  site,
  account,
  signIn,
}) => {
  const id = await createSpot(site, account)
  await signIn()
  await openHydrated(page, `/spot/${id}?do=review`)
  const comment = page.getByLabel('Your comment')
  const review = page.getByLabel('What should others know?')
  const goAndReturn = async () => {
    await followLink(page)
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await expect(comment).toBeVisible()
  }
  await comment.fill('Mind the third step')
  await review.fill('Go early')
  await page.getByRole('radio', { name: 'go now' }).check({ force: true })
  await goAndReturn()
  await expect(comment).toHaveValue('Mind the third step')
  await expect(review).toHaveValue('Go early')
  await expect(page.getByRole('radio', { name: 'go now' })).toBeChecked()
  await page.reload()
  await expect(comment).toHaveValue('Mind the third step')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('.comment').filter({ hasText: 'Mind the third step' })).toBeVisible()
  await expect(comment).toHaveValue('')
  await page.locator('.review-form').getByRole('button', { name: 'Cancel' }).click()
  await expect(review).toBeHidden()
  await goAndReturn()
  await expect(comment).toHaveValue('')
  await openHydrated(page, `/spot/${id}?do=review`)
  await expect(review).toHaveValue('')
  await comment.fill('Is it')
  await comment.fill('')
  expect(await listDrafts(page)).toEqual([])
})

test('deletes what was typed when the member signs out', async ({ page, site, account, signIn }) => {
  const id = await createSpot(site, account)
  await signIn()
  await openHydrated(page, `/spot/${id}`)
  await page.getByLabel('Your comment').fill('Not sent')
  expect(await listDrafts(page)).toHaveLength(1)
  await page.getByRole('banner').getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await listDrafts(page)).toEqual([])
})

/** Follows a link of the layout. */
async function followLink(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
}

function listDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('hereabouts:draft:')))
}

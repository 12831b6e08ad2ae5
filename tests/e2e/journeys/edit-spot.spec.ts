import type { Page } from '@playwright/test'
import { type Account, createMemberClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import type { Site } from '../site.ts'

test('lets an author edit a spot and delete it after a confirmation', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const author = await signIn()
  const id = await createSpot(site, author, 'Old ferry')
  await page.goto(`/spot/${id}`)
  await choose(page, 'Edit')
  await expect(page).toHaveURL(`/spot/${id}/edit`)
  await page.getByLabel('What is it called?').fill('Old ferry house')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(`/spot/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Old ferry house' })).toBeVisible()

  await choose(page, 'Delete')
  const dialog = page.getByRole('alertdialog', { name: /^Delete Old ferry house/ })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await choose(page, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/spot/${id}`))
  expect((await page.request.get(`/spot/${id}`)).status()).toBe(404)
})

test('moves the focus to each rejection, and keeps what was changed elsewhere since the form was opened', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  const author = await signIn()
  const id = await createSpot(site, author, 'Old ferry')
  await openHydrated(page, `/spot/${id}/edit`)
  const [website, save] = [page.getByLabel('Website'), page.getByRole('button', { name: 'Save', exact: true })]
  await website.fill('ftp:ferry')
  for (const _ of ['first', 'again']) {
    await save.click()
    await expect(page.locator('.notice:focus')).toContainText('Please correct this field')
    await website.focus()
  }
  const elsewhere = await createMemberClient(site.url, author)
  await elsewhere.rpc('update_spot', { id, changes: { title: 'Old ferry house' } }).throwOnError()
  await website.fill('ferry.example')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Old ferry house' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ferry.example' })).toBeVisible()
})

test('hides editing and deleting from other members and denies their direct requests', async ({
  page,
  site,
  account,
  signIn,
}) => {
  const id = await createSpot(site, account, 'Not yours')
  const stranger = await signIn()
  await page.goto(`/spot/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Suggest an edit' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeHidden()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden()

  expect((await page.request.get(`/spot/${id}/edit`)).status()).toBe(404)
  const forged = await page.request.post(`/spot/${id}`, { form: { intent: 'delete' }, maxRedirects: 0 })
  expect(forged.status()).toBeGreaterThanOrEqual(400)
  expect(forged.status()).toBeLessThan(500)
  const client = await createMemberClient(site.url, stranger)
  const { data } = await client.from('spots').delete().eq('id', id).select('id')
  expect(data ?? []).toEqual([])
  expect((await page.request.get(`/spot/${id}`)).status()).toBe(200)
})

test('sends a visitor who wants to edit to sign up and back', async ({ page, site, account }) => {
  const id = await createSpot(site, account, 'Come back')
  await page.goto(`/spot/${id}/edit`)
  await expect(page).toHaveURL('/auth/signup')
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/spot/${id}/edit`)
})

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function createSpot(site: Site, author: Account, title: string): Promise<string> {
  const client = await createMemberClient(site.url, author)
  const spot = { title, category: 'station', lng: 8.2, lat: 53.1, author_id: author.id, status: 'published' }
  const { data } = await client.from('spots').insert(spot).select('id').single().throwOnError()
  return String(data?.id)
}

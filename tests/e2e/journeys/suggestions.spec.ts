import { type Account, createAccount, createMemberClient, createModerator, signInPage } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import type { Site } from '../site.ts'

test('sends a suggestion that the author accepts, and shows it in the history', async ({
  page,
  site,
  signIn,
  openOther,
  checkAccessibility,
}) => {
  const author = await createAccount(site.url)
  const id = await createSpot(site, author, { title: 'Fetta di Polenta', description: 'Private flats inside.' })
  const sender = await signIn()
  await page.goto(`/spot/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Suggest an edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What should change?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send suggestion' })).toBeDisabled()
  await page.getByLabel('Title', { exact: true }).fill('Palazzo Scaccabarozzi')
  await page.getByLabel('Description', { exact: true }).fill('Private flats inside, please do not ring.')
  await expect(page.locator('.suggest-change ins').last()).toHaveText(', please do not ring')
  await page
    .getByRole('button', { name: /^Undo this/ })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: '1 field changed' })).toBeVisible()
  await page.getByLabel('Why?').fill('They asked me to say so.')
  await checkAccessibility()
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page.getByText('Your suggestion was sent and waits for an answer.')).toBeVisible()

  const other = await openOther()
  await signInPage(other, site.url, author)
  await other.goto(`/spot/${id}`)
  await other.getByRole('link', { name: 'Look at it' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(`${sender.username} suggests one change`)
  await checkAccessibility(other)
  await other.getByRole('button', { name: 'Accept the rest' }).click()
  await expect(other.getByText(/accepted this/)).toBeVisible()

  await page.goto(`/spot/${id}`)
  await expect(page.getByText('Private flats inside, please do not ring.')).toBeVisible()
  await page.getByRole('link', { name: '1 change' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^One change since/)
  await expect(page.getByText(`${author.username} accepted a suggestion by ${sender.username}`)).toBeVisible()
  await expect(page.locator('.revision ins')).toHaveText(', please do not ring')
  await checkAccessibility()
})

for (const javaScriptEnabled of [true, false]) {
  const zone = javaScriptEnabled ? "the reader's time zone" : 'UTC without JavaScript, and says so'
  test(`shows the time of a change in ${zone}`, async ({ site, openOther }) => {
    const author = await createAccount(site.url)
    const id = await createSpot(site, author, { title: 'Old ferry' })
    const client = await createMemberClient(site.url, author)
    await client.from('spots').update({ title: 'New ferry' }).eq('id', id).throwOnError()
    const page = await openOther({ javaScriptEnabled, timezoneId: 'Asia/Kolkata' })
    await signInPage(page, site.url, author)
    await page.goto(`/spot/${id}/history`)
    const time = page.locator('.history-time time').first()
    const changedAt = Date.parse((await time.getAttribute('datetime')) ?? '')
    const local = new Date(changedAt + (javaScriptEnabled ? 330 * 60_000 : 0)).toISOString().slice(11, 16)
    const shown = javaScriptEnabled ? local : `${local} UTC`
    // The inner text, because the usual text has no content of noscript elements.
    await expect(time).toHaveText(new RegExp(`, ${shown}$`), { useInnerText: true })
  })
}

test('asks which version to use when the spot changed during editing', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  const author = await createAccount(site.url)
  const id = await createSpot(site, author, { title: 'Old ferry' })
  await signIn()
  await page.goto(`/spot/${id}/suggest`)
  await page.getByLabel('Title', { exact: true }).fill('Ferry house')
  const client = await createMemberClient(site.url, author)
  await client.rpc('update_spot', { id, changes: { title: 'The ferry' } })
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page.getByText(`${author.username} changed Title`)).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Ferry house')
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page).toHaveURL(new RegExp(`/spot/${id}\\?sent=1`))
})

test('merges a reported duplicate with its saves, and redirects its URL to the kept spot', async ({
  page,
  site,
  signIn,
  checkAccessibility,
}) => {
  const [author, fan] = [await createAccount(site.url), await createAccount(site.url)]
  const kept = await createSpot(site, author, { title: 'Old mill' })
  const twin = await createSpot(site, author, { title: 'The old mill', lng: 11.0003 })
  const client = await createMemberClient(site.url, fan)
  await client.rpc('mark_spot', { id: twin, kind: 'want', is_on: true })
  await client.rpc('send_suggestion', { spot_id: twin, kind: 'duplicate', duplicate_of: kept })

  const moderator = await createModerator(site.url)
  await signIn(moderator)
  await page.goto(`/spot/${twin}`)
  await page.getByRole('link', { name: 'Look at it' }).click()
  await page.getByRole('link', { name: 'Compare and merge' }).click()
  await page.getByRole('radio', { name: 'Keep this one' }).last().check()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page).toHaveURL(`/spot/${kept}/merge`)
  await expect(page.getByRole('button', { name: 'Undo this merge' })).toBeVisible()

  const redirect = await page.request.get(`/spot/${twin}`, { maxRedirects: 0 })
  expect(redirect.status()).toBe(301)
  await page.goto(`/spot/${twin}`)
  await expect(page).toHaveURL(`/spot/${kept}`)
  // Other tests share public lists.
  const { data } = await client.from('list_items').select('spot_id').in('spot_id', [kept, twin])
  expect(data).toEqual([{ spot_id: kept }])
})

test('redirects visitors to sign up when they suggest a change', async ({ page, site, account }) => {
  const id = await createSpot(site, account, { title: 'Come back' })
  await page.goto(`/spot/${id}/suggest?about=closed`)
  await expect(page).toHaveURL('/auth/signup')
})

interface NewSpot {
  title: string
  description?: string
  lng?: number
}

async function createSpot(
  site: Site,
  author: Account,
  { title, description = '', lng = 11 }: NewSpot,
): Promise<string> {
  const client = await createMemberClient(site.url, author)
  const spot = { title, description, category: 'building', lng, lat: 46, status: 'published', author_id: author.id }
  const { data, error } = await client.from('spots').insert(spot).select('id').single()
  if (error) throw new Error(error.message)
  return data.id
}

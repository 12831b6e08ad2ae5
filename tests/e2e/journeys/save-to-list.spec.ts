import { randomBytes } from 'node:crypto'
import { createAccount, createMemberClient, signInPage } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { BRIDGE, createList, findSpots, TOWER } from '../seed-lists.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('saves a spot after sign-up when a visitor pressed Save', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('link', { name: BRIDGE }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/signup/)
  await expect(page.getByText('The spot is saved as soon as you have signed up.')).toBeVisible()
  const mark = randomBytes(4).toString('hex')
  await page.getByLabel('Username').fill(`saver-${mark}`)
  await page.getByLabel('Email').fill(`saver-${mark}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('over the hills again')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: BRIDGE })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Saved/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Saved/ })).toBeVisible()
})

test('saves with one tap on a phone, undoes it, and chooses lists by keyboard', async ({
  site,
  openOther,
  checkAccessibility,
}) => {
  const page = await openOther(PHONE)
  const account = await createAccount(site.url)
  await signInPage(page, site.url, account)
  const [first, second] = await findSpots(site, [BRIDGE, TOWER])
  // Before hydration the form of the button is submitted, which saves without a notice.
  await openHydrated(page, `/spot/${first}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('checkbox', { name: 'Want to go' })).toBeVisible()
  await checkAccessibility(page)
  await sheet.getByLabel('New list').fill('Early mornings')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('checkbox', { name: 'Early mornings' })).toBeChecked()
  await sheet.getByRole('checkbox', { name: 'Want to go' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  await expect(sheet.getByRole('checkbox', { name: 'Been there' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()

  await openHydrated(page, `/spot/${second}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved to Early mornings')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await page.goto('/account#lists')
  await page.getByRole('link', { name: 'Early mornings', exact: true }).click()
  await expect(page.locator('.list-stop')).toHaveCount(1)
  await page.locator('.list-stop').getByRole('link', { name: BRIDGE }).focus()
  await page.keyboard.press('Shift+S')
  await expect(sheet.getByRole('checkbox', { name: 'Early mornings' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/order=name/)
  await checkAccessibility(page)
})

test('finds one of many lists by typing and saves to it by keyboard', async ({ page, site, signIn }) => {
  const client = await createMemberClient(site.url, await signIn())
  for (const title of ['Baths', 'Bridges', 'Caves', 'Cliffs', 'Crypts', 'Docks', 'Forts', 'Mills', 'Old quarries']) {
    await client.rpc('create_list', { title }).throwOnError()
  }
  const [spot] = await findSpots(site, [BRIDGE])
  await openHydrated(page, `/spot/${spot}`)
  await page.keyboard.press('Shift+S')
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('checkbox', { name: 'Want to go' })).toBeFocused()
  await page.keyboard.type('old q')
  await expect(popup.getByLabel('Find a list')).toHaveValue('old q')
  await page.keyboard.press('ArrowDown')
  const row = popup.getByRole('checkbox', { name: 'Old quarries' })
  await expect(row).toBeFocused()
  await page.keyboard.press(' ')
  await expect(row).toBeChecked()
  await expect(popup.getByRole('checkbox', { name: 'Baths' })).toHaveCount(0)
})

test('says why a save could not be undone, and still shows it', async ({ page, site, signIn, expectedErrors }) => {
  expectedErrors.push(/400/)
  const owner = await signIn()
  const list = await createList(site, owner, [TOWER])
  const [spot] = await findSpots(site, [BRIDGE])
  await openHydrated(page, `/spot/${spot}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved to Before breakfast')).toBeVisible()
  const client = await createMemberClient(site.url, owner)
  await client.from('lists').delete().eq('id', list).throwOnError()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.toast', { has: page.getByRole('button', { name: 'Dismiss' }) })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible()
})

test('saves to the known list of a typed title, and announces a visit when it is marked only', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  await createList(site, await signIn(), [])
  const [spot] = await findSpots(site, [BRIDGE])
  await openHydrated(page, `/spot/${spot}`)
  await page.getByRole('link', { name: 'Choose lists' }).click()
  const popup = page.getByRole('dialog')
  const row = popup.getByRole('checkbox', { name: 'Before breakfast' })
  for (const _ of ['first', 'again']) {
    await popup.getByLabel('New list').fill('before breakfast')
    await page.keyboard.press('Enter')
    await popup.getByRole('button', { name: 'Save to it?' }).click()
    await expect(row).toBeChecked()
    await expect(popup.getByRole('alert')).toBeHidden()
    await row.click()
    await expect(row).not.toBeChecked()
    // While it is busy, the button also ignores Enter.
    await expect(popup.getByRole('button', { name: 'Create' })).not.toHaveAttribute('aria-busy')
  }
  await page.keyboard.press('Escape')
  const been = page.getByRole('button', { name: 'Been there' })
  await been.click()
  const news = page.getByText('Added to “Been there”')
  await expect(news).toBeVisible()
  await expect(news).toBeHidden()
  const isReloaded = page.waitForResponse((response) => response.request().method() === 'GET')
  await been.click()
  await isReloaded
  await expect(been).toHaveAttribute('aria-pressed', 'false')
  await expect(news).toBeHidden()
})

import type { Locator, Page } from '@playwright/test'
import { createAccount, createMemberClient, signInPage } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { holdForms } from '../hold-forms.ts'
import { BRIDGE, CLIFFS, createList, FALLS, findSpots, TOWER } from '../seed-lists.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test("shows two editors of a list each other's changes, and loses none", async ({
  page,
  site,
  signIn,
  openOther,
  checkAccessibility,
}) => {
  const owner = await signIn()
  const list = await createList(site, owner, [BRIDGE, TOWER, CLIFFS])
  await page.goto(`/explore?list=${list}&do=people`)
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = await page.getByLabel('Invitation link').inputValue()
  await checkAccessibility()

  const other = await openOther()
  const friend = await createAccount(site.url)
  await signInPage(other, site.url, friend)
  await other.goto(link)
  await other.getByRole('button', { name: 'Join and open the list' }).click()
  await expect(other.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  // Opened again, the link of an invitation leads to the list without its token.
  await other.goto(link)
  await other.getByRole('link', { name: 'Edit', exact: true }).click()
  expect(other.url()).not.toContain('invite=')
  await expect(rows(other)).toHaveText([BRIDGE, TOWER, CLIFFS])

  await page.goto(`/explore?list=${list}&edit=1`)
  await expect(rows(page)).toHaveText([BRIDGE, TOWER, CLIFFS])
  // Styles that load with the editor do not override those of the screen: this button is for phones.
  await expect(page.locator('.explore-view-switch')).toBeHidden()
  await other.getByRole('link', { name: 'Add a spot', exact: true }).last().click()
  await other.getByLabel('Name of the spot').fill(FALLS)
  await other.getByRole('button', { name: `Add ${FALLS}` }).click()
  await expect(rows(page)).toHaveText([BRIDGE, TOWER, CLIFFS, FALLS])
  await expect(page.getByText(`Added by ${friend.username}`)).toBeVisible()
  await expect(page.getByText(`${friend.username} is here`)).toBeVisible()
  await other.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: `Move ${CLIFFS}` }).focus()
  for (const key of [' ', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await expect(page.getByText(`${CLIFFS}, position 1 of 4`)).toBeAttached()
  const removing = other.locator('.edit-item', { hasText: TOWER })
  await removing.locator('summary').click()
  await Promise.all([page.keyboard.press(' '), removing.getByRole('button', { name: 'Remove' }).click()])
  for (const tab of [page, other]) await expect(rows(tab)).toHaveText([CLIFFS, BRIDGE, FALLS])
  await expect(page.getByRole('button', { name: `Move ${CLIFFS}` })).toBeFocused()
  await page.getByText('Changes', { exact: true }).click()
  const changes = page.locator('.list-changes')
  await expect(changes).toContainText(`${friend.username} added ${FALLS}`)
  await expect(changes).toContainText(`${friend.username} took ${TOWER} off the list`)
  await expect(changes).toContainText(`${owner.username} moved ${CLIFFS}`)
  await other.getByRole('button', { name: 'Undo' }).click()
  for (const tab of [page, other]) await expect(rows(tab)).toContainText([TOWER])
  await checkAccessibility()
  await checkAccessibility(other)

  await page.getByRole('button', { name: `Move ${FALLS}` }).focus()
  for (const key of [' ', 'Home', 'Escape']) await page.keyboard.press(key)
  await expect(rows(page).first()).toHaveText(CLIFFS)
})

test('keeps what is typed while a note is saved, and the focus', async ({ page, site, signIn }) => {
  const list = await createList(site, await signIn(), [BRIDGE, TOWER])
  await openHydrated(page, `/explore?list=${list}&edit=1`)
  await page.locator('.edit-item summary').first().click()
  const note = page.getByLabel('Note for readers').first()
  const release = await holdForms(page)
  await note.fill('Go early')
  await page.getByLabel('Title').focus()
  await note.focus()
  await note.press('End')
  await page.keyboard.type(', by boat')
  const isReloaded = page.waitForResponse((response) => response.request().method() === 'GET')
  release()
  await isReloaded
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect(note).toHaveValue('Go early, by boat')
  await expect(note).toBeFocused()
})

test('saves the description and the audience of a list whose editor is left by Done', async ({
  page,
  site,
  signIn,
}) => {
  const owner = await signIn()
  const list = await createList(site, owner, [BRIDGE])
  await openHydrated(page, `/explore?list=${list}&edit=1`)
  await page.getByText('Visibility and description').click()
  await page.getByRole('radio', { name: 'Members', exact: true }).check()
  await page.getByLabel('Description').fill('Before the trams')
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText('Before the trams')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByText('Visibility and description').click()
  await expect(page.getByRole('radio', { name: 'Members', exact: true })).toBeChecked()
  await page.getByRole('radio', { name: 'Everyone' }).check()
  await page.getByRole('link', { name: 'Done' }).click()
  const client = await createMemberClient(site.url, owner)
  const findAudience = async () => (await client.from('lists').select('visibility').eq('id', list).single()).data
  await expect.poll(findAudience).toEqual({ visibility: 'public' })
})

test('saves, orders and deletes without JavaScript', async ({ site, openOther }) => {
  const page = await openOther({ javaScriptEnabled: false })
  const account = await createAccount(site.url)
  await signInPage(page, site.url, account)
  const [spot] = await findSpots(site, [BRIDGE])
  await page.goto(`/spot/${spot}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('New list').fill('On paper')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('checkbox', { name: 'On paper' })).toBeChecked()
  const client = await createMemberClient(site.url, account)
  const { data } = await client.from('lists').select('id').eq('title', 'On paper').single().throwOnError()
  const [other] = await findSpots(site, [TOWER])
  await client.rpc('set_on_list', { spot: other, list: data.id, is_on: true }).throwOnError()
  await page.goto(`/explore?list=${data.id}&edit=1`)
  await page.locator('.edit-item', { hasText: TOWER }).locator('summary').click()
  await page.locator('.edit-item', { hasText: TOWER }).getByRole('button', { name: 'Up' }).click()
  await expect(rows(page)).toHaveText([TOWER, BRIDGE])
  await page.getByRole('link', { name: 'Delete this list' }).click()
  await page.getByRole('button', { name: 'Delete list' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'On paper' })).toBeVisible()
})

test('keeps the controls of a list and of a map in reach on a narrow phone', async ({ site, openOther }) => {
  const owner = await createAccount(site.url)
  const list = await createList(site, owner, [BRIDGE, TOWER])
  const client = await createMemberClient(site.url, owner)
  await client.from('lists').update({ visibility: 'public' }).eq('id', list).throwOnError()
  const page = await openOther({ ...PHONE, viewport: { width: 360, height: 740 } })
  await page.goto(`/explore?list=${list}`)
  const row = page.locator('.list-stop').first()
  const [place, been] = [row.locator('.card-line'), row.getByRole('button', { name: `Been to ${BRIDGE}` })]
  expect(await getMiddle(been)).toBeCloseTo(await getMiddle(place), -1)
  const actions = page.locator('.list-actions > *:visible')
  await expect(actions).toHaveCount(4)
  expect(await getMiddle(actions.last())).toBeCloseTo(await getMiddle(actions.first()), -1)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Take it along' }).click()
  const along = page.getByRole('dialog', { name: 'Take it along' })
  await expect(along.getByRole('link', { name: /^GPX/ })).toHaveAttribute('href', /\.gpx\?list=/)
  await page.goto('/explore?by=cartographer')
  const layers = await page.getByRole('button', { name: 'Layers' }).boundingBox()
  const sheet = await page.locator('.explore-sheet').boundingBox()
  expect((layers?.y ?? 0) + (layers?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0)
  // With the bars of the browser, a low phone is even lower.
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/explore')
  await page.getByRole('button', { name: 'Layers' }).click()
  const [button, panel, sources, low] = await Promise.all(
    [
      page.getByRole('button', { name: 'Layers' }),
      page.locator('.map-layers'),
      page.locator('.map-attribution'),
      page.locator('.explore-sheet'),
    ].map((part) => part.boundingBox()),
  )
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(sources?.y ?? 0)
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(low?.y ?? 0)
  expect(panel?.x).toBeGreaterThanOrEqual(0)
})

const rows = (page: Page) => page.locator('.edit-title')

/** Returns the vertical middle of an element. */
async function getMiddle(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0) / 2
}

test('finishes a deletion of a list that is under way, and moves the focus to its Undo', async ({
  page,
  site,
  signIn,
}) => {
  const list = await createList(site, await signIn(), [BRIDGE])
  await openHydrated(page, `/explore?list=${list}&do=delete`)
  const release = await holdForms(page)
  await page.getByRole('button', { name: 'Delete list' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  release()
  await expect(page.getByText('The list was deleted.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`list=${list}$`))
})

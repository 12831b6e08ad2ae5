import { createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { takePhonePhoto } from '../phone-photo.ts'
import { SEED_CITY } from '../seed.ts'
import { openBeforeScripts } from '../slow-scripts.ts'
import { onStoryScreen } from '../story-screen.ts'
import { onSubmitScreen } from '../submit-screen.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('uploads a photo that was chosen before hydration, and goes to the next step', async ({ page, signIn }) => {
  await signIn()
  const load = await openBeforeScripts(page, '/submit')
  const screen = onSubmitScreen(page)
  const buffer = await takePhonePhoto(page, { lat: 38.7139, lng: -9.1334 })
  await screen.addPhoto({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer })
  await screen.place.pressSequentially('38.7139, -9.1334')
  await page.getByRole('button', { name: /^Next: words/ }).click()
  load()
  await expect(page.getByRole('heading', { level: 1, name: 'What is it?' })).toBeVisible()
  await page.goBack()
  await expect(screen.photoNews).toHaveText('1 of 1 photos uploaded')
  await expect(screen.place).toHaveValue(/^38\.7139\d*, -9\.1334\d*$/)
})

test('reads an import file that was chosen before hydration', async ({ page, signIn }) => {
  await signIn()
  const load = await openBeforeScripts(page, '/account/settings/import')
  const buffer = Buffer.from('name,latitude,longitude\nFetta di Polenta,45.0678,7.6970\n')
  await page.getByLabel('Choose files').setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer })
  load()
  await expect(page.getByRole('heading', { name: '1 place found' })).toBeVisible()
})

test('shows a profile picture that was chosen before hydration', async ({ page, signIn }) => {
  await signIn()
  const load = await openBeforeScripts(page, '/account/settings?section=profile')
  const buffer = await takePhonePhoto(page, { lat: 38.7139, lng: -9.1334 })
  await page.locator('input[name=avatar]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  load()
  await expect(page.getByText('me.jpg')).toBeVisible()
})

test('suggests places for a search that was typed before hydration', async ({ page }) => {
  const load = await openBeforeScripts(page, '/')
  await page.getByRole('search', { name: 'Map' }).locator('input[name=q]').pressSequentially('skogafos')
  load()
  await expect(page.getByRole('option', { name: /Skógafoss/ })).toBeVisible()
})

test('suggests places for a position that was typed before hydration', async ({ page, signIn }) => {
  await signIn()
  const load = await openBeforeScripts(page, '/submit')
  const screen = onSubmitScreen(page)
  await screen.place.pressSequentially('48.2, 16.3')
  load()
  await expect(page.getByText(/^Read as 48°12/)).toBeVisible()
  await expect(screen.place).toHaveValue('48.2, 16.3')
})

test('keeps changes to the text of a form that were made before hydration', async ({ page, site, signIn }) => {
  const account = await signIn()
  const client = await createMemberClient(site.url, account)
  const row = { title: 'Old mill', category: 'ruin', lng: 8.2, lat: 46.1, status: 'published', description: 'Wheel.' }
  const { data: spot } = await client
    .from('spots')
    .insert({ ...row, author_id: account.id })
    .select('id')
    .single()
    .throwOnError()
  const load = await openBeforeScripts(page, `/spot/${spot.id}/edit`)
  const description = page.getByLabel('What is there, and why go?')
  await description.fill('Wheel and roof are gone.')
  await page.getByLabel('What is it called?').fill('Older mill')
  await page.getByRole('button', { name: 'Preview' }).click()
  load()
  await expect(page.getByRole('region', { name: 'Preview of the description' })).toContainText('Wheel and roof')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Older mill' })).toBeVisible()
  await expect(page.getByText('Wheel and roof are gone.')).toBeVisible()
})

test('keeps a story that was typed before hydration', async ({ page, signIn }) => {
  await signIn()
  const load = await openBeforeScripts(page, '/submit?kind=story')
  const { title, text } = onStoryScreen(page)
  const plain = page.getByRole('textbox', { name: 'Story' })
  await title.pressSequentially('Early walk')
  await plain.pressSequentially('First words')
  load()
  await expect(text).toHaveText('First words')
  await expect(title).toHaveValue('Early walk')
})

test('repeats a press in a part that loads after hydration', async ({ page }) => {
  const load = await openBeforeScripts(page, '/')
  const wake = page.getByRole('button', { name: 'Move this map' })
  await wake.dispatchEvent('click')
  await expect(wake).toHaveAttribute('aria-busy', 'true')
  load()
  await expect(page.locator('.click-to-load-map-live')).toBeVisible()
})

test('repeats presses of buttons and of links to dialogs, and keeps a comment', async ({ page, site, signIn }) => {
  const client = await createMemberClient(site.url, await signIn())
  const { data: spot } = await client.from('spots').select('id').eq('title', 'Charles Bridge').single().throwOnError()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 50.0865, longitude: 14.4 })
  const load = await openBeforeScripts(page, `/spot/${spot.id}`)
  const comment = page.getByRole('textbox', { name: /comment/i })
  await comment.fill('Is it lit at night?')
  await page.getByRole('button', { name: 'From me' }).click()
  const share = page.getByRole('link', { name: 'Share' })
  await share.click()
  await expect(share).toHaveAttribute('aria-busy', 'true')
  load()
  await expect(page.getByRole('dialog', { name: /Share/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).not.toHaveAttribute('aria-busy')
  await expect(page.locator('.spot-way')).toContainText('of you')
  await expect(comment).toHaveValue('Is it lit at night?')
})

test('opens the menu of a list that was pressed while React waits for a script', async ({ page, site, signIn }) => {
  const client = await createMemberClient(site.url, await signIn())
  const { data: list } = await client.rpc('create_list', { title: 'Bridges' }).throwOnError()
  // React listens already, and stops events in what it cannot hydrate yet.
  const load = await openBeforeScripts(page, `/explore?list=${list.id}`, /\/list-screen-/)
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('_reactListening')))
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await expect(more).toHaveAttribute('aria-busy', 'true')
  load()
  await expect(page.getByRole('menuitem', { name: 'Link and QR code' })).toBeVisible()
})

test('opens the list chooser that was pressed before hydration', async ({ page, site, signIn }) => {
  const client = await createMemberClient(site.url, await signIn())
  const { data: spot } = await client.from('spots').select('id').eq('title', 'Charles Bridge').single().throwOnError()
  const load = await openBeforeScripts(page, `/spot/${spot.id}`)
  await page.getByRole('link', { name: 'Choose lists' }).click()
  load()
  await expect(page.getByLabel('New list')).toBeVisible()
})

test('keeps the buttons of a city where they are while its scripts load, and opens the menu that was pressed', async ({
  page,
  signIn,
}) => {
  await signIn()
  const load = await openBeforeScripts(page, `/city/${SEED_CITY}`)
  const share = page.getByRole('link', { name: 'Share' })
  const early = await share.boundingBox()
  await page.getByRole('button', { name: 'Take it along' }).click()
  load()
  await expect(page.getByRole('menuitem', { name: /^GPX/ })).toBeVisible()
  expect(await share.boundingBox()).toEqual(early)
})

test("opens the menu of the member's own comment that was pressed before hydration", async ({ page, site, signIn }) => {
  const client = await createMemberClient(site.url, await signIn())
  const { data: spot } = await client.from('spots').select('id').eq('title', 'Charles Bridge').single().throwOnError()
  await client.from('comments').insert({ spot_id: spot.id, body: 'Bring a coat.' }).throwOnError()
  const load = await openBeforeScripts(page, `/spot/${spot.id}`)
  const own = page.getByRole('listitem').filter({ hasText: 'Bring a coat.' })
  await expect(own.locator('noscript')).toBeHidden()
  await own.getByRole('button', { name: 'More' }).click()
  load()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(own.getByLabel('Your comment')).toHaveValue('Bring a coat.')
})

test("keeps the server's isolines on hydration, and draws those of the next spot", async ({ page }) => {
  await page.goto('/')
  const spot = await page.getByRole('link', { name: 'Charles Bridge' }).first().getAttribute('href')
  const lines = page.locator('.isolines')
  const load = await openBeforeScripts(page, String(spot))
  const served = await lines.innerHTML()
  expect(served).toContain('<path')
  load()
  await expect.poll(() => lines.evaluate((element) => Object.keys(element).join())).toContain('__reactFiber')
  expect(await lines.innerHTML()).toBe(served)
  await page.getByRole('link', { name: 'Petřín Lookout Tower' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Petřín Lookout Tower' })).toBeVisible()
  await expect(lines.locator('path').first()).toBeAttached()
  expect(await lines.innerHTML()).not.toBe(served)
})

test('loads the live map when a mouse that rested on it before hydration moves', async ({ page }) => {
  // Timers stand still, so the map does not become live because the page is idle.
  await page.clock.install()
  const load = await openBeforeScripts(page, '/explore')
  const map = page.locator('.map').first()
  await map.hover({ position: { x: 150, y: 300 } })
  load()
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.map') ?? {}).some((key) => key.startsWith('__react')),
  )
  await page.clock.pauseAt(Date.now() + 1000)
  await map.hover({ position: { x: 151, y: 301 } })
  await expect(map.locator('canvas')).toBeAttached()
})

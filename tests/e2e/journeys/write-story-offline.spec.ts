import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { takePhonePhoto } from '../phone-photo.ts'
import { openEditor, paste, type, waitUntilSaved, waitUntilSent } from '../story-screen.ts'

const PHONE = { width: 390, height: 844 }

test('writes a story on a phone without a network, and publishes it once the network is back', async ({
  page,
  signIn,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/)
  await page.setViewportSize(PHONE)
  await signIn()
  const { title, text, state, panel } = await openEditor(page)
  await title.fill('A winter of hot springs')
  await type(text, 'February, on the white rock.')
  await expect(state).toContainText(/Saved \d/)
  await page.context().setOffline(true)
  await text.press('Enter')
  await text.pressSequentially('Written without a network.')
  await expect(state).toContainText('Saved on this device. You are offline.')
  await page.context().setOffline(false)
  await expect(state).toContainText(/Saved \d/)
  await page.reload()
  await expect(text).toContainText('Written without a network.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await checkAccessibility()
  await panel.getByRole('combobox', { name: 'City' }).fill('prag')
  await page.getByRole('option', { name: /^Prague/ }).click()
  await panel.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'A winter of hot springs' })).toBeVisible()
  await expect(preview.getByText('Written without a network.')).toBeVisible()
  await checkAccessibility()
  await preview.getByRole('button', { name: 'Back to the text' }).click()
  await panel.getByRole('button', { name: 'Publish story' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A winter of hot springs' })).toBeVisible()
  await expect(page.getByText('Written without a network.')).toBeVisible()
})

test('keeps the text when the session ends while writing, and saves it after signing in', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/40[13]/)
  const account = await signIn()
  const { title, text, state } = await openEditor(page)
  await title.fill('Signed out')
  await expect(state).toContainText(/Saved \d/)
  await context.clearCookies()
  await type(text, 'Written without a session.')
  await expect(state).toContainText('Not saved: signed out. Open a new tab and sign in; nothing is lost.')
  await signIn(account)
  await text.pressSequentially(' And more.')
  await expect(state).toContainText(/Saved \d/)
  await page.reload()
  await expect(text).toContainText('Written without a session. And more.')
})

test('keeps text typed offline across a reload', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/ERR_|Failed to fetch/)
  await signIn()
  const { title, text, state } = await openEditor(page)
  await title.fill('Kept on the device')
  await expect(state).toContainText(/Saved \d/)
  await page.route('**/rest/v1/rpc/save_story', (route) => route.abort())
  await type(text, 'Not on the server yet.')
  await expect(state).toContainText('Saved on this device')
  await page.unroute('**/rest/v1/rpc/save_story')
  await page.reload()
  await expect(text).toContainText('Not on the server yet.')
  await expect(state).toContainText(/Saved \d/)
})

test('keeps the last letter typed before a reload', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/ERR_|Failed to fetch/)
  await signIn()
  const { title, text, state } = await openEditor(page)
  await title.fill('Closed in a hurry')
  await expect(state).toContainText(/Saved \d/)
  await page.route('**/rest/v1/rpc/save_story', (route) => route.abort())
  await type(text, 'a')
  for (const letter of 'bcdefgh') {
    await text.press('End')
    await page.keyboard.insertText(letter)
    // Waits until the page has processed the letter. On a busy machine the reload would otherwise come first.
    await page.evaluate(
      () => new Promise<void>((settle) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(settle)))),
    )
    await page.reload()
    await expect(text).toContainText(letter)
  }
  await expect(text).toHaveText('abcdefgh')
})

test('keeps a pasted photo on the device while it cannot be sent, and sends it after a reload', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await signIn()
  const { title, text, state, panel } = await openEditor(page)
  await title.fill('With a photo')
  const photo = await takePhonePhoto(page, { lat: 59.9139, lng: 10.7522 })
  await page.route('**/submit/photos', (route) => route.abort())
  await text.click()
  await paste(text, `<p>Before<img alt="A pier" src="data:image/jpeg;base64,${photo.toString('base64')}"></p>`)
  await expect(page.locator('.compose-photo').getByText('Connection lost.')).toBeVisible()
  await expect(state).toContainText(/Saved \d/)
  await waitUntilSent(page)
  await page.unroute('**/submit/photos')
  await page.reload()
  await expect(page.locator('.compose-photo img')).toHaveAttribute('src', /\/photo\//)
  await expect(page.getByLabel('What is in the photo?')).toHaveValue('A pier')
  await expect(state).toContainText(/Saved \d/)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByText('missing')).toBeHidden()
  await panel.getByRole('button', { name: 'Publish story' }).click()
  await expect(page.locator('.story-photo img')).toHaveAttribute('alt', 'A pier')
})

test('keeps a cover on the device while it cannot be sent, and sends it after a reload', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await signIn()
  const { title, text, state, panel } = await openEditor(page)
  await title.fill('With a cover')
  await text.click()
  await page.keyboard.type('A pier.')
  await page.route('**/submit/photos', (route) => route.abort())
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const buffer = await takePhonePhoto(page, { lat: 59.9139, lng: 10.7522 })
  await panel.locator('input[type="file"]').setInputFiles({ name: 'pier.jpg', mimeType: 'image/jpeg', buffer })
  await expect(panel.getByRole('radio', { name: 'Not uploaded yet' })).toBeChecked()
  await expect(panel.getByText('Connection lost.')).toBeVisible()
  await expect(panel.getByText('1 photo is missing')).toBeVisible()
  await expect(state).toContainText(/Saved \d/)
  await waitUntilSaved(page, '"cover":"local:')
  await page.unroute('**/submit/photos')
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByRole('radio', { name: 'Number 1 in the text' })).toBeChecked()
  await expect(panel.getByText('missing')).toBeHidden()
  await waitUntilSent(page)
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByRole('radio', { name: 'Number 1 in the text' })).toBeChecked()
})

test('continues after a reload that interrupts a save', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/409/)
  await signIn()
  const { title, text, state } = await openEditor(page)
  await title.fill('On its way')
  await expect(state).toContainText(/Saved \d/)
  const saved = Promise.withResolvers<void>()
  await page.route('**/rpc/save_story', async (route) => {
    await route.fetch()
    saved.resolve()
  })
  await type(text, 'First words')
  await saved.promise
  await page.keyboard.type(' and more.')
  await waitUntilSaved(page, 'First words and more.')
  await page.unroute('**/rpc/save_story')
  await page.reload()
  await expect(text).toContainText('First words and more.')
  await expect(state).toContainText(/Saved \d/)
  await page.reload()
  await expect(text).toContainText('First words and more.')
  await expect(page.getByText('A newer version was saved')).toBeHidden()
})

test('asks which version to keep when two tabs write the same story', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await signIn()
  const first = await openEditor(page)
  await first.title.fill('Two tabs')
  await expect(first.state).toContainText(/Saved \d/)
  const other = await context.newPage()
  const second = await openEditor(other, new URL(page.url()).pathname)
  await type(second.text, 'From the other tab.')
  await expect(second.state).toContainText(/Saved \d/)
  await type(first.text, 'From the first tab.')
  const panel = page.getByText(/A newer version was saved in another tab or on another device at/)
  await expect(panel).toBeVisible()
  // The text of this tab also survives a crash, whatever the other tab saves in the meantime.
  await type(second.text, 'Once more. ')
  await expect(second.state).toContainText(/Saved \d/)
  await page.reload()
  await expect(panel).toBeVisible()
  await expect(first.text).toContainText('From the first tab.')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('dialog').locator('ins, del').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  // On a phone, the panel would cover the choice.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish story' }).click()
  await expect(page.getByRole('button', { name: 'Publish story' })).toBeHidden()
  await page.getByRole('button', { name: 'Use the newer one' }).click()
  await expect(first.title).toBeFocused()
  await expect(first.text).toContainText('From the other tab.')
})

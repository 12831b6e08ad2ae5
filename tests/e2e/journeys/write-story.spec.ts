import type { Locator, Page } from '@playwright/test'
import { createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { pastedDocuments } from '../pasted-documents.ts'
import { takePhonePhoto } from '../phone-photo.ts'

const PHONE = { width: 390, height: 844 }

/** The parts of the story editor. */
function onStoryScreen(page: Page) {
  return {
    title: page.getByRole('textbox', { name: 'Title' }),
    text: page.locator('.ProseMirror'),
    state: page.locator('.compose-state'),
    panel: page.getByRole('region', { name: 'Publish' }),
  }
}

async function openEditor(page: Page, path = '/submit?kind=story'): Promise<ReturnType<typeof onStoryScreen>> {
  await page.goto(path)
  const screen = onStoryScreen(page)
  await expect(screen.text).toBeVisible()
  return screen
}

async function type(text: Locator, words: string): Promise<void> {
  await text.click()
  await text.pressSequentially(words)
}

/** Waits until a change is on the device, also if the state still names an earlier save. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.waitForTimeout(500)
}

test('writes a story on a phone with a lost network, and publishes it when it is back', async ({
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
  await expect(state).toContainText('Saved on this device, you are offline')
  await page.context().setOffline(false)
  await expect(state).toContainText(/Saved \d/)
  await page.reload()
  await expect(text).toContainText('Written without a network.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await checkAccessibility()
  await panel.getByRole('combobox', { name: 'City' }).fill('prag')
  await page.getByRole('option', { name: /Prague/ }).click()
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

test('places a spot with the keyboard of a phone, whose words are composed', async ({ page, signIn }) => {
  await page.setViewportSize(PHONE)
  await signIn()
  let saved = ''
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/save_story')) saved = request.postDataJSON().story.body
  })
  const { text } = await openEditor(page)
  const keyboard = await page.context().newCDPSession(page)
  const compose = async (...steps: string[]) => {
    for (const step of steps)
      await keyboard.send('Input.imeSetComposition', {
        text: step,
        selectionStart: step.length,
        selectionEnd: step.length,
      })
  }
  await text.click()
  // Autocorrection replaces the word that is being composed.
  await compose('W', 'We', 'Wen')
  await keyboard.send('Input.insertText', { text: 'Went ' })
  await keyboard.send('Input.insertText', { text: '/' })
  await compose('c', 'ch', 'cha', 'char', 'charl', 'charle', 'charles')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  const option = menu.getByRole('option', { name: /Charles Bridge/ })
  await expect(option).toBeInViewport()
  await expect(page.getByText(/km away/)).toHaveCount(0)
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await option.click()
  await expect(page.locator('.compose-spot')).toContainText('Charles Bridge')
  await compose('t', 'th', 'the')
  await keyboard.send('Input.insertText', { text: 'there' })
  await expect.poll(() => saved).toMatch(/^Went\n\n\/spot\/\w+\n\nthere\n$/)
  for (const tool of await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button').all()) {
    const { width = 0, height = 0 } = (await tool.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
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
  await expect(state).toContainText('Not saved: signed out. Sign in in a new tab; nothing is lost.')
  await signIn(account)
  await text.pressSequentially(' And more.')
  await expect(state).toContainText(/Saved \d/)
  await page.reload()
  await expect(text).toContainText('Written without a session. And more.')
})

test('keeps a text that was typed offline through a reload', async ({ page, signIn, expectedErrors }) => {
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

/** Dispatches a paste as browsers do, which tests cannot do with the real clipboard of a headless browser. */
async function paste(text: Locator, html: string, plain = 'The same without format'): Promise<void> {
  await text.evaluate(
    (element, pasted) => {
      const clipboardData = new DataTransfer()
      if (pasted.html) clipboardData.setData('text/html', pasted.html)
      clipboardData.setData('text/plain', pasted.plain)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html, plain },
  )
}

test('turns what Google Docs and Word put on the clipboard into Markdown, and drops what is hostile', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  // The browser blocks the handlers of pasted HTML, and says so.
  expectedErrors.push(/Executing inline event handler violates/)
  await signIn()
  let saved = ''
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/save_story')) saved = request.postDataJSON().story.body
  })
  const { text } = await openEditor(page)
  for (const { name, html, body } of pastedDocuments) {
    await text.press('Control+a')
    await paste(text, html)
    await expect.poll(() => saved, name).toBe(body)
  }
  await text.press('Control+a')
  await paste(text, '', '## Water\n\n- **warm** [spring](https://example.org/)')
  await expect.poll(() => saved).toBe('## Water\n\n- **warm** [spring](<https://example.org/>)\n')
  await expect(page).toHaveTitle(/Write a story/)
  await expect(page.getByText('A picture could not be pasted.').first()).toBeVisible()
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
  await waitUntilKept(page)
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
  await waitUntilKept(page)
  await page.unroute('**/submit/photos')
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByRole('radio', { name: 'Number 1 in the text' })).toBeChecked()
  await expect(panel.getByText('missing')).toBeHidden()
  await expect(state).toContainText(/Saved \d/)
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByRole('radio', { name: 'Number 1 in the text' })).toBeChecked()
})

test('writes by keyboard alone: formats, places a spot, moves it and publishes', async ({
  page,
  site,
  signIn,
  checkAccessibility,
}) => {
  const account = await signIn()
  const { title, text, panel } = await openEditor(page)
  await title.fill('By keyboard')
  await text.focus()
  await page.keyboard.press('Control+Alt+2')
  await page.keyboard.type('A heading')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' and ')
  await page.keyboard.press('Control+i')
  await page.keyboard.type('italic')
  await page.keyboard.press('Control+i')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Link' }).getByRole('textbox').fill('example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeHidden()
  await expect(text).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/charles')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  await expect(menu.getByRole('option').first()).toContainText('Charles Bridge')
  await checkAccessibility()
  await page.keyboard.press('Enter')
  const card = page.locator('.compose-spot')
  await expect(card).toContainText('Charles Bridge')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('F6')
  await expect(page.getByRole('toolbar', { name: 'Formatting' }).locator(':focus')).toBeVisible()
  await page.keyboard.press('F6')
  await expect(page.locator('.compose-map')).toBeFocused()
  await page.keyboard.press('F6')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await panel.getByRole('button', { name: 'Publish story' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeVisible()
  const client = await createMemberClient(site.url, account)
  const { data } = await client.from('posts').select('body').eq('author_id', account.id).single().throwOnError()
  expect(data.body).toMatch(
    /^## A heading\n\n\/spot\/\w+\n\n\*\*bold\*\* and _italic_ ?\[example\.org\]\(<https:\/\/example\.org>\)\n$/,
  )
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
  const panel = page.getByText(/A newer version was saved in another tab at/)
  await expect(panel).toBeVisible()
  // The text of this tab survives also a crash, whatever the other tab saves meanwhile.
  await type(second.text, 'Once more. ')
  await expect(second.state).toContainText(/Saved \d/)
  await page.reload()
  await expect(panel).toBeVisible()
  await expect(first.text).toContainText('From the first tab.')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('dialog').locator('ins, del').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Take the newer one' }).click()
  await expect(first.text).toContainText('From the other tab.')
})

test('writes and publishes a story without JavaScript, and keeps old addresses', async ({
  browser,
  site,
  account,
  signIn,
  page,
}) => {
  await signIn(account)
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const form = await plain.newPage()
  await form.goto(`${site.url}/submit?kind=story`)
  await form.getByRole('textbox', { name: 'Title' }).fill('Plain words')
  await form.getByRole('textbox', { name: 'Story' }).fill('<script>alert(1)</script>\n\n[x](javascript:alert(1))')
  const buffer = await takePhonePhoto(page, { lat: 59.9139, lng: 10.7522 })
  await form.getByLabel('Add photos').setInputFiles({ name: 'pier.jpg', mimeType: 'image/jpeg', buffer })
  await form.getByRole('textbox', { name: 'City' }).fill('Nowhereville')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('There is no city called “Nowhereville”.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'City' }).fill('prague')
  await form.getByRole('radio', { name: /Members/ }).check()
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Plain words')
  await expect(form.getByRole('textbox', { name: 'City' })).toHaveValue('Prague')
  await expect(form.getByRole('textbox', { name: 'Story' })).toHaveValue(/\n!\[\]\(\/photo\/[\w-]+\)$/)
  await form.getByRole('button', { name: 'Publish story' }).click()
  await expect(form.getByRole('heading', { level: 1, name: 'Plain words' })).toBeVisible()
  expect(await form.locator('.story-text script, .story-text a').count()).toBe(0)
  await expect(form.locator('.story-photo img')).toBeVisible()
  await expect(form.getByText('Only members can see this story.')).toBeVisible()
  const old = form.url()
  await form.getByRole('link', { name: 'Edit' }).click()
  await form.getByRole('textbox', { name: 'Title' }).fill('Other words')
  await form.getByRole('button', { name: 'Publish story' }).click()
  await expect(form).toHaveURL(/other-words/)
  await form.goto(old)
  await expect(form).toHaveURL(/other-words/)
  await plain.close()
})

import { createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { pastedDocuments } from '../pasted-documents.ts'
import { takePhonePhoto } from '../phone-photo.ts'
import { createSpot } from '../spots.ts'
import { openEditor, paste, type } from '../story-screen.ts'

const PHONE = { width: 390, height: 844 }

test('inserts a spot with a phone keyboard, which composes words', async ({ page, signIn }) => {
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

test('converts content pasted from Google Docs and Word to Markdown and drops hostile HTML', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  // The browser blocks the handlers of pasted HTML and logs an error.
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

test('writes by keyboard alone: formats, inserts and moves a spot, and publishes', async ({
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

test('writes and publishes a story without JavaScript, and keeps old URLs', async ({
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
  await form.getByRole('button', { name: 'Publish changes' }).click()
  await expect(form).toHaveURL(/other-words/)
  await form.goto(old)
  await expect(form).toHaveURL(/other-words/)
  await plain.close()
})

test('shows only the editor on a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn()
  await openEditor(page)
  await expect(page.getByRole('link', { name: 'Hereabouts', exact: true })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeHidden()
})

test('deletes a story after a confirmation, and keeps the panel open when it is declined', async ({ page, signIn }) => {
  await signIn()
  const { title, text, state, panel } = await openEditor(page)
  await title.fill('A walk that never was')
  await type(text, 'Nothing.')
  await expect(state).toContainText(/Saved \d/)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByRole('button', { name: 'Delete this story' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('“A walk that never was”')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await panel.getByRole('button', { name: 'Delete this story' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/account#stories')
})

test('says that the spot of a pasted link is still loading', async ({ page, site, account, signIn }) => {
  const spotId = await createSpot(site, account)
  await signIn(account)
  const { text } = await openEditor(page)
  const { promise: isReady, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/rpc/story_spots', async (route) => {
    await isReady
    await route.continue()
  })
  await paste(text, '', new URL(`/spot/${spotId}`, site.url).href)
  const card = page.locator('.compose-spot')
  await expect(card).toContainText('This spot has not loaded yet.')
  load()
  await expect(card.locator('.compose-spot-title')).toBeVisible()
})

test('takes a city whose name was typed in full without a choice from the list', async ({ page, signIn }) => {
  await signIn()
  const { panel } = await openEditor(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const city = panel.getByRole('combobox', { name: 'City' })
  await city.fill('prague')
  await expect(page.getByRole('option', { name: /^Prague/ })).toBeVisible()
  await panel.getByRole('textbox', { name: 'Tags' }).click()
  await expect(city).toHaveValue('Prague')
  const chosen = panel.locator('input[name="city"]')
  await expect(chosen).not.toHaveValue('')
  const slug = await chosen.inputValue()
  // Escape closes the list, then restores the name of the chosen city.
  await city.fill('Berl')
  await expect(page.getByRole('option', { name: /^Berlin/ })).toBeVisible()
  for (const value of ['Berl', 'Prague']) {
    await city.press('Escape')
    await expect(city).toHaveValue(value)
  }
  await expect(chosen).toHaveValue(slug)
  await city.press('Escape')
  await expect(panel).toBeHidden()
})

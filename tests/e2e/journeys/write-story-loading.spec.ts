import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { type Account, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { openBeforeScripts } from '../slow-scripts.ts'
import { onStoryScreen } from '../story-screen.ts'

/** The pause between keys: a fast typist, so that several letters are typed while the field is replaced. */
const KEY_MS = 20

/** Opens the editor's page and returns once it is hydrated and waits for the editor. */
async function openBeforeEditor(page: Page, path = '/submit?kind=story') {
  const asked = page.waitForRequest(/\/assets\/story-editor-[^?]*\.js/)
  const load = await openBeforeScripts(page, path, /\/assets\/story-editor-[^?]*\.js/)
  await asked
  const plain = page.locator('textarea[name=body]')
  await expect(plain).toBeVisible()
  return { ...onStoryScreen(page), plain, load }
}

/** Saves a draft and returns the path of its editor. */
async function createStory(siteUrl: string, account: Account, body: string): Promise<string> {
  const client = await createMemberClient(siteUrl, account)
  const story = { title: 'Taken over', summary: '', body, tags: [], cover_photo_id: null, visibility: 'private' }
  const { data } = await client.rpc('save_story', { story, submission_key: randomUUID() }).throwOnError()
  return `/post/${v.parse(v.object({ id: v.string() }), data).id}/edit`
}

/** Counts the fields for the text in each frame from now on. */
async function countFields(page: Page): Promise<() => Promise<number[]>> {
  const counts = await page.evaluateHandle(() => {
    const seen = new Set<number>()
    const look = () => {
      seen.add(document.querySelectorAll('textarea[name=body], .ProseMirror').length)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  return () => counts.evaluate((seen) => [...seen])
}

async function selectInField(page: Page, start: string, end = start): Promise<void> {
  await page.locator('textarea[name=body]').evaluate(
    (field: HTMLTextAreaElement, [from, to]) => {
      field.focus()
      field.setSelectionRange(field.value.indexOf(from), field.value.indexOf(to))
    },
    [start, end] as const,
  )
}

test('keeps every letter typed while the editor loads, with the caret after the last', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn()
  const { plain, text, load } = await openBeforeEditor(page)
  const fields = await countFields(page)
  await plain.click()
  await page.keyboard.type('Before the editor, ', { delay: KEY_MS })
  load()
  const words = 'and then, letter by letter, on and on and on until the editor is there for sure'
  await page.keyboard.type(words, { delay: KEY_MS })
  await expect(text).toBeVisible()
  await page.keyboard.type(', and after.', { delay: KEY_MS })
  await expect(text).toHaveText(`Before the editor, ${words}, and after.`)
  await expect(page.getByRole('textbox', { name: 'Story' })).toBeFocused()
  expect(await fields()).toEqual([1])
  await checkAccessibility()
  // Undo goes back no further than the text that the editor took over.
  for (let step = 0; step < 8; step++) await page.keyboard.press('Control+z')
  await expect(text).toHaveText(/^Before the editor, /)
})

test('keeps letters typed before hydration, and the focus, until the editor has loaded', async ({ page, signIn }) => {
  await signIn()
  const load = await openBeforeScripts(page, '/submit?kind=story')
  const { text } = onStoryScreen(page)
  await page.locator('textarea[name=body]').click()
  await page.keyboard.type('Typed early ')
  load()
  const words = 'and on and on, while the page comes alive and the editor takes over, letter by letter'
  await page.keyboard.type(words, { delay: KEY_MS })
  await expect(text).toBeFocused()
  await page.keyboard.type('.')
  await expect(text).toHaveText(`Typed early ${words}.`)
})

test('keeps the caret of a long story in view', async ({ page, site, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph **${index}** of a long story with many words.`)
  const path = await createStory(site.url, await signIn(), `${paragraphs.join('\n\n')}\n`)
  const { plain, text, load } = await openBeforeEditor(page, path)
  await plain.focus()
  await page.keyboard.press('Control+End')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  load()
  await expect(text).toBeFocused()
  await expect(text.locator('p').last()).toBeInViewport()
})

test('starts a new line or word in the editor where the plain field had one', async ({ page, signIn }) => {
  await signIn()
  let saved = ''
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/save_story')) saved = request.postDataJSON().story.body
  })
  const { plain, text, load } = await openBeforeEditor(page)
  await plain.click()
  await page.keyboard.type('## Water\n\nTwo\n\n')
  load()
  await expect(text).toBeFocused()
  await page.keyboard.type('three ')
  await expect.poll(() => saved).toBe('## Water\n\nTwo\n\nthree\n')
})

test('keeps the caret within a story, and a selection', async ({ page, site, signIn }) => {
  const body = '# First\n\nA **bold** and _slanted_ word.\n\n- one\n- two\n\nThe end.\n'
  const path = await createStory(site.url, await signIn(), body)
  const first = await openBeforeEditor(page, path)
  await selectInField(page, 'lanted')
  first.load()
  await page.keyboard.type('-- letters in the middle of a word while the editor comes --', { delay: KEY_MS })
  await expect(first.text).toBeFocused()
  await expect(first.text).toContainText(
    'A bold and s-- letters in the middle of a word while the editor comes --lanted word.',
  )
  await expect(first.text.locator('em')).toContainText('s-- letters')
  await expect(first.state).toContainText(/Saved \d/)

  const second = await openBeforeEditor(page, path)
  await selectInField(page, 'wo\n', '\n\nThe end')
  second.load()
  await expect(second.text).toBeFocused()
  await page.keyboard.type('hree')
  await expect(second.text.locator('li').nth(1)).toHaveText('three')
  await expect(second.text).toContainText('The end.')
})

test('waits for IME composition to end before the editor takes over', async ({ page, signIn }) => {
  await signIn()
  const { plain, text, load } = await openBeforeEditor(page)
  const keyboard = await page.context().newCDPSession(page)
  const compose = (words: string) =>
    keyboard.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })
  await plain.click()
  await compose('に')
  const loaded = page.waitForResponse(/\/assets\/story-editor-[^?]*\.js/)
  load()
  await (await loaded).finished()
  for (const words of ['にほ', 'にほん', 'にほんご']) {
    await compose(words)
    await page.evaluate(() => new Promise((settle) => setTimeout(settle, 100)))
  }
  await expect(plain).toBeFocused()
  await keyboard.send('Input.insertText', { text: '日本語' })
  await expect(text).toBeFocused()
  await page.keyboard.insertText('です')
  await expect(text).toHaveText('日本語です')
})

test('saves from the plain field when the editor cannot be loaded', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await signIn()
  await page.route(/\/assets\/story-editor-[^?]*\.js/, (route) => route.abort())
  await page.goto('/submit?kind=story')
  const { state } = onStoryScreen(page)
  const plain = page.locator('textarea[name=body]')
  await plain.click()
  await page.keyboard.type('Without an editor.')
  await expect(state).toContainText(/Saved \d/)
  await expect(plain).toHaveValue('Without an editor.')
})

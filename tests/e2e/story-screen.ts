import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Page object of the story editor. */
export function onStoryScreen(page: Page) {
  return {
    title: page.getByRole('textbox', { name: 'Title' }),
    text: page.locator('.ProseMirror'),
    state: page.locator('.compose-state'),
    panel: page.getByRole('region', { name: 'Publish' }),
  }
}

export async function openEditor(page: Page, path = '/submit?kind=story'): Promise<ReturnType<typeof onStoryScreen>> {
  await page.goto(path)
  const screen = onStoryScreen(page)
  await expect(screen.text).toBeVisible()
  return screen
}

export async function type(text: Locator, words: string): Promise<void> {
  await text.click()
  await text.pressSequentially(words)
}

/** Waits until the device has a story that contains these words, even if the status still shows an earlier save. */
export async function waitUntilSaved(page: Page, words: string): Promise<void> {
  await expect.poll(() => readKeptStories(page)).toContain(words)
}

/** Waits until the server has everything: the device then keeps no copy. */
export async function waitUntilSent(page: Page): Promise<void> {
  await expect.poll(() => readKeptStories(page)).toBe('[]')
}

function readKeptStories(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((settle) => {
        const opening = indexedDB.open('hereabouts-stories')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onsuccess = () => settle(JSON.stringify(reading.result.map(({ fields }) => fields)))
        }
      }),
  )
}

/** Dispatches a paste event. Tests cannot use the real clipboard of a headless browser. */
export async function paste(text: Locator, html: string, plain = 'The same without format'): Promise<void> {
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

import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The screen on which a member adds a spot, by what can be seen and done on it. */
export function onSubmitScreen(page: Page) {
  const next = (step: RegExp) => page.getByRole('button', { name: step })
  return {
    place: page.getByLabel('Address, coordinates or a pasted map link'),
    title: page.getByLabel('What is it called?'),
    photoTroubles: page.locator('.photo-troubles'),
    photoNews: page.getByText(/^\d+ of \d+ photos sent/),
    /** Waits for the script: before, the whole form is shown at once. */
    waitUntilReady: () => expect(next(/^Next: words/)).toBeVisible(),
    addPhoto: (photo: string | { name: string; mimeType: string; buffer: Buffer }) =>
      page.locator('.photo-picker input[type=file]').setInputFiles(photo),
    goToWords: async () => {
      await next(/^Next: words/).click()
      await expect(page.getByRole('heading', { level: 1, name: 'What is it?' })).toBeVisible()
    },
    chooseKind: (name: string) => page.locator('.kind-choice', { hasText: name }).click(),
    goToCheck: async () => {
      await next(/^Next: who sees it/).click()
      await next(/^Next: check/).click()
      await expect(page.getByRole('heading', { level: 1, name: 'All as it should be?' })).toBeVisible()
    },
    publish: () => page.getByRole('button', { name: 'Publish' }).click(),
  }
}

import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Page object of the screen on which a member adds a spot. */
export function onSubmitScreen(page: Page) {
  const next = (step: RegExp) => page.getByRole('button', { name: step })
  return {
    place: page.getByLabel('Address, coordinates or a pasted map link'),
    title: page.getByLabel('What is it called?'),
    photoErrors: page.locator('.photo-errors'),
    photoNews: page.getByText(/^\d+ of \d+ photos uploaded/),
    /** Waits for hydration. Until then the whole form is visible. */
    waitUntilReady: () => expect(next(/^Next: words/)).toBeVisible(),
    addPhoto: (photo: string | { name: string; mimeType: string; buffer: Buffer }) =>
      page.locator('.photo-picker input[type=file]').setInputFiles(photo),
    goToWords: async () => {
      await next(/^Next: words/).click()
      await expect(page.getByRole('heading', { level: 1, name: 'What is it?' })).toBeVisible()
    },
    chooseCategory: (name: string) => page.locator('.category-choice', { hasText: name }).click(),
    goToCheck: async () => {
      await next(/^Next: who sees it/).click()
      await next(/^Next: check/).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Does everything look right?' })).toBeVisible()
    },
    publish: () => page.getByRole('button', { name: 'Publish' }).click(),
  }
}

type ChosenPhoto = Parameters<ReturnType<typeof onSubmitScreen>['addPhoto']>[0]

/** Adds a spot whose position comes from its photo. Ends on its page. */
export async function shareByPhoto(
  page: Page,
  { title, photo, near }: { title: string; photo: ChosenPhoto; near: { lat: number; lng: number } },
): Promise<void> {
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await screen.addPhoto(photo)
  await expect(screen.photoNews).toHaveText('1 of 1 photos uploaded', { timeout: 40_000 })
  const [lat = 0, lng = 0] = (await screen.place.inputValue()).split(',').map(Number)
  expect(Math.hypot(lat - near.lat, lng - near.lng)).toBeLessThan(0.001)
  await screen.goToWords()
  await screen.title.fill(title)
  await screen.chooseCategory('Viewpoint')
  await page.getByLabel('What is there, and why go?').fill('The whole town below, and a bench that knows it.')
  await screen.goToCheck()
  await screen.publish()
  await expect(page).toHaveURL(/\/spot\//)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

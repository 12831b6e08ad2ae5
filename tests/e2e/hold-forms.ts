import type { Page } from '@playwright/test'

/** Holds the forms that a page sends from now on, until the returned function is called. */
export async function holdForms(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    if (route.request().method() === 'POST') await promise
    await route.fallback()
  })
  return resolve
}

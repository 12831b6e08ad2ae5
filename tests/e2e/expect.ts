import { expect as base, type Page } from '@playwright/test'
import { fromBase } from './site-location.ts'

/** Playwright's `expect`, with paths in `toHaveURL` resolved against the site's base path. */
export const expect = base.extend({
  async toHaveURL(page: Page, expected: string | RegExp, options?: { timeout?: number }) {
    const assertion = this.isNot ? base(page).not : base(page)
    try {
      await assertion.toHaveURL(fromBase(expected), options)
      return { pass: !this.isNot, message: () => '' }
    } catch (error) {
      return { pass: this.isNot, message: () => String(error) }
    }
  },
})

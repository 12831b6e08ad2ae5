import { expect as base, type Page } from '@playwright/test'
import { fromBase } from './place.ts'

/** Playwright's `expect`; paths in `toHaveURL` are paths of the site, wherever it lives. */
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

import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { onSubmitScreen } from '../submit-screen.ts'

test('returns a visitor who wanted to add a spot to that page after sign-up', async ({ page, checkAccessibility }) => {
  await page.goto('/submit?lat=43.4679&lng=11.8851')
  await expect(page).toHaveURL('/auth/signup')
  await expect(page.getByText('Members add spots')).toBeVisible()
  await checkAccessibility()
  const member = await fillSignUp(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/submit\?lat=43.4679&lng=11.8851/)
  // Without the cookie, a request that the screen still sends would be rejected, and signing in would return here.
  await onSubmitScreen(page).waitUntilReady()
  await expect(page).toHaveURL(/#place$/)

  await page.context().clearCookies({ name: /auth-token/ })
  await page.goto('/auth/login')
  await checkAccessibility()
  await fillLogIn(page, member)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
})

test('explains errors in the form, keeps its fields and focuses the first invalid one', async ({
  page,
  checkAccessibility,
}) => {
  // Hydrated first: without JavaScript, the response to the form would be a page with status 400.
  await openHydrated(page, '/auth/signup')
  await page.getByLabel('Username').fill('no spaces here')
  await page.getByLabel('Email').fill('nobody@nowhere')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Use only letters, digits, dots, dashes and underscores.')).toBeVisible()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@nowhere')
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Username')).toBeFocused()
  await checkAccessibility()
})

test('rejects a wrong password with the same message as an unknown address', async ({
  page,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  for (const email of [account.email, 'nobody@example.org']) {
    await page.goto('/auth/login')
    await fillLogIn(page, { email, password: 'a wrong password' })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Wrong email address or password')).toBeVisible()
    await expect(page).toHaveURL('/auth/login')
  }
})

test('signs up and in by keyboard alone', async ({ page }) => {
  await page.goto('/auth/signup')
  const member = newMember()
  await page.getByLabel('Username').focus()
  await page.keyboard.type(member.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
})

test.describe('in a browser in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('sends the daily digest at 8 in the time zone of the browser that signed up', async ({ page }) => {
    await page.goto('/auth/signup')
    await fillSignUp(page)
    const isSaved = page.waitForResponse(
      (response) => response.url().includes('mail_schedules') && response.request().method() === 'POST',
    )
    await page.getByRole('button', { name: 'Sign up' }).click()
    await isSaved
    await page.goto('/account/settings?section=notifications')
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
    await expect(page.getByLabel('Hour of the daily digest')).toHaveValue('8')
  })
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('signs up, returns and signs in', async ({ page, context, baseURL, expectedErrors }) => {
    expectedErrors.push(/400/)
    await page.goto('/account')
    await expect(page).toHaveURL('/auth/signup')
    const member = await fillSignUp(page)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/account')

    await context.clearCookies()
    await page.goto('/auth/login')
    await fillLogIn(page, { ...member, password: 'a wrong password' })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Wrong email address or password')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await fillLogIn(page, member)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
    // Failed passwords of strangers do not lock this browser out (auth 6.5).
    const cookies = await context.cookies(new URL('auth/login', baseURL).href)
    expect(cookies.map(({ name }) => name).join()).toContain('hereabouts-device-')
  })
})

test('never redirects to another site after signing in', async ({ page, context, site, account }) => {
  for (const target of ['https://example.org/', '//example.org', String.raw`\\example.org`, 'javascript:alert(1)']) {
    await context.clearCookies()
    await context.addCookies([{ name: 'hereabouts-return', value: encodeURIComponent(target), url: `${site.url}/` }])
    await page.goto('/auth/login')
    await fillLogIn(page, account)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
  }
})

function newMember(): { username: string; email: string; password: string } {
  const mark = randomBytes(4).toString('hex')
  return { username: `walker-${mark}`, email: `walker-${mark}@example.org`, password: `over the hills ${mark}` }
}

async function fillSignUp(page: Page) {
  const member = newMember()
  await page.getByLabel('Username').fill(member.username)
  await fillLogIn(page, member)
  return member
}

async function fillLogIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

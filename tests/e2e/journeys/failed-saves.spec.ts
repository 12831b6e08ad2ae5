import type { Locator, Page, Route } from '@playwright/test'
import { type Account, createMemberClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { beginRequest, startApp } from '../oauth-app.ts'
import { SEED_CITY, SEED_POST_SLUG } from '../seed.ts'
import type { Site } from '../site.ts'
import { createSpot } from '../spots.ts'
import { onSubmitScreen } from '../submit-screen.ts'

type Failures = Record<string, (route: Route) => Promise<void>>

/** The failures that every form is tested with: with and without a response. */
const COMMON_FAILURES: Failures = {
  'a 500': (route) => route.fulfill({ status: 500, body: 'broken' }),
  'no network': (route) => route.abort(),
}

/** Every way in which a form is submitted. All forms share the code that distinguishes them. */
const FAILURES: Failures = {
  ...COMMON_FAILURES,
  'a 503 of a proxy': (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '5' }, contentType: 'text/html', body: '<h1>Busy</h1>' }),
  'a 422 in JSON': (route) => route.fulfill({ status: 422, json: { message: 'no' } }),
}

/** A picture of one pixel. */
const PICTURE = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

interface Visit {
  page: Page
  site: Site
  account: Account
  /** A spot of another member. */
  spotId: string
  /** A spot of the account. */
  ownSpotId: string
}

/** A form: how to open it, what to type, and the button that sends it. */
interface Form {
  open: (visit: Visit) => Promise<void>
  typed?: (page: Page) => Record<string, Locator>
  send: (page: Page) => Locator
  failures?: Failures
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true })
const at = (path: string) => (visit: Visit) => openHydrated(visit.page, path)
const openDialog = (item: string) => async (visit: Visit) => {
  await openHydrated(visit.page, `/spot/${visit.spotId}`)
  await visit.page.getByRole('button', { name: 'More', exact: true }).click()
  await visit.page.getByRole('menuitem', { name: item }).click()
}

const FORMS: Record<string, Form> = {
  'settings: profile': {
    open: at('/account/settings?section=profile'),
    typed: (page) => ({ 'About you, at dawn': page.getByLabel('About you') }),
    send: button('Save'),
    failures: FAILURES,
  },
  'settings: picture': {
    open: async ({ page }) => {
      await openHydrated(page, '/account/settings?section=profile')
      await page.locator('[name=avatar]').setInputFiles(PICTURE)
    },
    typed: (page) => ({ 'C:\\fakepath\\me.png': page.locator('[name=avatar]') }),
    send: button('Save'),
  },
  'settings: email': {
    open: at('/account/settings?section=email&step=email'),
    typed: (page) => ({ 'ada@example.com': page.getByLabel('New email') }),
    send: button('Change'),
  },
  'settings: authenticator app': {
    open: at('/account/settings?section=security&step=add-totp'),
    typed: (page) => ({ 'Phone in the drawer': page.getByLabel('Name') }),
    send: button('Continue'),
  },
  'settings: phone as second factor': {
    open: at('/account/settings?section=security&step=add-phone'),
    typed: (page) => ({ '+390115550100': page.getByLabel('Number'), 'Old phone': page.getByLabel('Name') }),
    send: button('Send code'),
  },
  'settings: disconnection of an app': {
    open: async ({ page, site }) => {
      using app = await startApp()
      const { address } = await beginRequest(site.url, app.callback)
      await page.goto(address)
      await button('Allow')(page).click()
      await page.waitForURL(`${app.callback}?**`)
      await openHydrated(page, '/account/apps')
    },
    send: button('Disconnect Walks & Talks'),
  },
  'settings: password': {
    open: at('/account/settings?section=security&step=password'),
    typed: (page) => ({
      'over the hills': page.getByLabel('New password', { exact: true }),
      'over the hills ': page.getByLabel('Repeat new password'),
    }),
    send: button('Save'),
  },
  'settings: account deletion': { open: at('/account/settings?section=delete'), send: button('Delete my account') },
  'account: sign-out': { open: at('/account'), send: button('Sign out') },
  'spot: comment': {
    open: (visit) => openHydrated(visit.page, `/spot/${visit.spotId}`),
    typed: (page) => ({ 'Mind the third step': page.getByLabel('Your comment') }),
    send: button(/^(?:Send|Try again)$/),
  },
  'spot: list': { open: (visit) => openHydrated(visit.page, `/spot/${visit.spotId}`), send: button('Save') },
  'spot: review': {
    open: (visit) => openHydrated(visit.page, `/spot/${visit.spotId}?do=review`),
    typed: (page) => ({ 'Go early': page.getByLabel('What should others know?') }),
    send: button('Save review'),
  },
  'spot: report': {
    open: openDialog('Report'),
    typed: (page) => ({ 'It is a car park': page.getByLabel('Details') }),
    send: button('Send report'),
  },
  'spot: edit': {
    open: (visit) => openHydrated(visit.page, `/spot/${visit.ownSpotId}/edit`),
    typed: (page) => ({ 'Old ferry house': page.getByLabel('What is it called?') }),
    send: button('Save'),
  },
  'story: comment': {
    open: at(`/post/${SEED_POST_SLUG}`),
    typed: (page) => ({ 'So do I': page.getByLabel('Your comment') }),
    send: button(/^(?:Send|Try again)$/),
  },
  'city: follow': {
    open: at(`/city/${SEED_CITY}`),
    send: (page) => page.getByRole('button', { name: /^Follow / }).first(),
  },
}

for (const [name, form] of Object.entries(FORMS)) {
  test(`keeps the form and its fields when a save fails: ${name} (runtime 2.5)`, async ({
    page,
    site,
    account,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/./)
    await signIn(account)
    const [spotId, ownSpotId] = await Promise.all([findSeedSpot(site), createSpot(site, account)])
    await form.open({ page, site, account, spotId, ownSpotId })
    const typed = form.typed?.(page) ?? {}
    for (const [words, field] of Object.entries(typed)) {
      if ((await field.getAttribute('type')) !== 'file') await field.fill(words.trim())
    }
    await expectKept(page, form.send(page), typed, form.failures)
  })
}

test('keeps the fields of sign-in and sign-up, and the step of the password reset', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await openHydrated(page, '/auth/login')
  const login = {
    'ada@example.org': page.getByLabel('Email'),
    'a long secret': page.getByLabel('Password', { exact: true }),
  }
  for (const [words, field] of Object.entries(login)) await field.fill(words)
  await expectKept(page, button('Sign in')(page), login, FAILURES)
  await openHydrated(page, '/auth/signup')
  const signUp = { ...login, Ada: page.locator('[name=name]'), adalove: page.getByLabel('Username') }
  for (const [words, field] of Object.entries(signUp)) await field.fill(words)
  await expectKept(page, button('Sign up')(page), signUp)
  await openHydrated(page, '/auth/login?step=forgotten')
  const reset = { 'ada@example.org': page.getByLabel('Email') }
  await reset['ada@example.org'].fill('ada@example.org')
  await expectKept(page, button('Send link')(page), reset)
})

test('keeps the authorization request of an app when it fails', async ({ page, site, signIn, expectedErrors }) => {
  expectedErrors.push(/./)
  await signIn()
  const { address } = await beginRequest(site.url, 'http://localhost:1/back')
  await openHydrated(page, address)
  await expectKept(page, button('Allow')(page), {})
  await expect(page.getByRole('heading', { name: 'Authorize Walks & Talks?' })).toBeVisible()
})

test('keeps the form of a new spot when publishing fails', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/./)
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await screen.place.fill('45.1, 7.7')
  await screen.goToWords()
  await screen.title.fill('The old mill')
  await screen.chooseCategory('Viewpoint')
  await screen.goToCheck()
  await expectKept(page, button('Publish')(page), {})
  await expect(page.getByText('The old mill').first()).toBeVisible()
})

/** Submits a form once for each failure, and expects a message and the same form with the typed text. */
async function expectKept(
  page: Page,
  send: Locator,
  typed: Record<string, Locator>,
  failures: Failures = COMMON_FAILURES,
): Promise<void> {
  const { pathname } = new URL(page.url())
  for (const [failure, fail] of Object.entries(failures)) {
    await test.step(failure, async () => {
      let sent = 0
      await page.route(/./, (route) => {
        const isRead = route.request().method() === 'GET' || route.request().url().includes('page-views')
        if (isRead) return route.fallback()
        sent += 1
        return fail(route)
      })
      await send.click()
      await expect.poll(() => sent).toBeGreaterThan(0)
      await expect(page.getByText(MESSAGE).first()).toBeVisible()
      await expect(send).toBeEnabled()
      for (const [words, field] of Object.entries(typed)) await expect(field).toHaveValue(words.trim())
      await expect(page.locator('.error-sheet')).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(pathname)
      await page.unroute(/./)
    })
  }
}

/** The messages of forms that the page submits itself, and of those that the tab's own client submits. */
const MESSAGE = /Not saved: |could not reach the server|^no$/

async function findSeedSpot(site: Site): Promise<string> {
  const client = await createMemberClient(site.url)
  const { data } = await client.from('spots').select('id').eq('title', 'Charles Bridge').single().throwOnError()
  return String(data?.id)
}

test('sends what was saved offline once the browser is online, and at the next visit', async ({
  page,
  context,
  site,
  signIn,
  expectedErrors,
}) => {
  // Everything else that the page asks for fails, too.
  expectedErrors.push(/Failed to fetch|ERR_INTERNET_DISCONNECTED|Error loading route module/)
  const id = await createSpot(site, await signIn())
  await openHydrated(page, `/spot/${id}`)
  // The code that saves offline loads after the page.
  await page.waitForLoadState('networkidle')
  const pressBeen = async () => {
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Been there' }).click()
    await expect(page.getByText('You are offline. This will be saved when you are back online.')).toBeVisible()
  }
  await pressBeen()
  await context.setOffline(false)
  await expect(page.getByText('You are back online. Your saves were sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Been there' })).toHaveAttribute('aria-pressed', 'true')

  await pressBeen()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`/spot/${id}`)
  await expect(next.getByText('You are back online. Your saves were sent.')).toBeVisible()
  await expect(next.getByRole('button', { name: 'Been there' })).toHaveAttribute('aria-pressed', 'false')
})

import type { APIResponse } from '@playwright/test'
import { createCookieHeader, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY, SEED_POST_SLUG, SEED_SPOTS } from '../seed.ts'
import type { Site } from '../site.ts'

const PATHS = [
  '/',
  '/about',
  '/explore',
  '/explore?lat=50.08&lng=14.42&z=13',
  '/spot/{id}',
  '/spot/nothing-here',
  '/auth/login',
  '/auth/login?step=forgotten',
  '/auth/signup',
  '/submit',
  `/city/${SEED_CITY}`,
  `/post/${SEED_POST_SLUG}`,
  '/account',
  '/account/settings',
  '/debug-seed',
  '/nowhere',
]
/** Types of script elements that hold data and never run. */
const DATA = /\btype="application\/(?:ld\+)?json"/

test('allows no inline script without its nonce, no inline handlers and no foreign scripts', async ({
  request,
  site,
  account,
}) => {
  const member = await createCookieHeader(site.url, account)
  for (const path of await fillPaths(site)) {
    for (const cookie of ['', member]) {
      const response = await request.get(path, { headers: { cookie }, maxRedirects: 0 })
      if (response.status() >= 300 && response.status() < 400) continue
      const html = await response.text()
      const nonce = readNonce(response)
      const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => !DATA.test(tag))
      expect(scripts.length, path).toBeGreaterThan(0)
      expect(
        scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
        path,
      ).toEqual([])
      expect(html, path).not.toMatch(/<[a-z][^>]*\son[a-z]+="/)
    }
  }
})

test('uses a new nonce for each page', async ({ request }) => {
  const nonces = new Set<string>()
  for (const path of ['/', '/', '/about', '/about', '/explore']) nonces.add(readNonce(await request.get(path)))
  expect(nonces.size).toBe(5)
})

test('sends the security headers with every page, including missing pages', async ({ request }) => {
  for (const path of ['/', '/about', '/spot/nothing-here']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy'], path).toMatch(/script-src 'nonce-[\w-]+' 'strict-dynamic';/)
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
    expect(headers['permissions-policy'], path).toContain('geolocation=(self)')
    expect(headers['referrer-policy'], path).toBeDefined()
    expect(headers['strict-transport-security'], `${path} comes by http`).toBeUndefined()
  }
})

test('does not run injected scripts', async ({ page, context, expectedErrors, site }) => {
  // This test fulfils the page itself, so the page has no IP address and Chromium treats it as public. Without the
  // permission, its requests to this machine would open a prompt.
  await context.grantPermissions(['local-network-access'])
  expectedErrors.push(/Content Security Policy|Refused to/)
  const smuggled = [
    "<script>window.marks.push('inline')</script>",
    '<script nonce="">window.marks.push("empty nonce")</script>',
    `<script src="${site.url}/robots.txt"></script>`,
    '<script src="data:text/javascript,window.marks.push(1)"></script>',
    '<img src="data:," onerror="window.marks.push(2)">',
    '<iframe srcdoc="<script>parent.marks.push(3)</script>"></iframe>',
    '<base href="https://evil.example/">',
  ].join('')
  await page.addInitScript(() => Object.assign(window, { marks: [] }))
  await page.route(/\/about$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('<body>', `<body>${smuggled}`) })
  })
  await page.goto('/about')
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => [Reflect.get(window, 'marks'), document.baseURI === window.location.href])).toEqual([
    [],
    true,
  ])
})

test('returns 304 to a returning visitor, and the page still runs', async ({ page, request }) => {
  for (const path of ['/', '/about', '/explore']) {
    // The home page counts members, who may sign up in between.
    await expect(async () => {
      const etag = (await request.get(path)).headers().etag ?? ''
      expect(etag, path).toMatch(/^(?:W\/)?"[\w-]+"$/)
      const again = await request.get(path, { headers: { 'if-none-match': etag } })
      expect([path, again.status(), again.headers()['content-security-policy']]).toEqual([path, 304, undefined])
    }).toPass({ timeout: 10_000 })
  }
  await page.goto('/about')
  await page.goto('/about')
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click()
  await expect(page).toHaveURL(/\/explore/)
})

test('never returns 304 to a member', async ({ request, site, account }) => {
  const cookie = await createCookieHeader(site.url, account)
  for (const path of ['/', '/about']) {
    const headers = (await request.get(path, { headers: { cookie } })).headers()
    expect([path, headers.etag, headers['cache-control']]).toEqual([path, undefined, 'private, no-cache'])
  }
})

function readNonce(response: APIResponse): string {
  return /'nonce-([\w-]+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? 'none'
}

async function fillPaths(site: Site): Promise<string[]> {
  const client = await createMemberClient(site.url)
  const { data } = await client.from('spots').select('id').eq('title', SEED_SPOTS[0].title).single()
  return PATHS.map((path) => path.replace('{id}', data?.id))
}

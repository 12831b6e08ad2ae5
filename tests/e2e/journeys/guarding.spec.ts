import { expect } from '@playwright/test'
import { createMemberClient, createSessionCookies } from '../accounts.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY, SEED_POST_SLUG, SEED_SPOTS } from '../seed.ts'
import type { Site } from '../site.ts'

const OPEN = ['/', '/about', '/explore', '/spot/{id}', '/auth/login', '/auth/signup']
const CLOSED = [
  '/submit',
  `/city/${SEED_CITY}`,
  `/post/${SEED_POST_SLUG}`,
  '/account',
  '/account/settings',
  '/debug-seed',
]
/** Ways to write a closed path that a careless comparison lets through, and paths that nobody knows. */
const DISGUISED = [
  '/SUBMIT',
  '/Account/',
  '/submit?next=/spot/',
  '/nowhere',
  '/spotless',
  '/spot',
  '/auth',
  '/%73ubmit',
]

test('a visitor may open the six open screens', async ({ request, site }) => {
  for (const path of OPEN) {
    const response = await request.get(await fillPath(site, path), { maxRedirects: 0 })
    expect([path, response.status()]).toEqual([path, 200])
  }
})

test('a visitor is sent from every other path to exactly /auth/signup', async ({ request }) => {
  for (const path of [...CLOSED, ...DISGUISED]) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([path, response.status(), response.headers().location]).toEqual([path, 302, '/auth/signup'])
  }
})

test('the data of a closed screen is as closed as the screen', async ({ request }) => {
  for (const path of CLOSED) {
    const reply = await request.get(`${path}.data`, { maxRedirects: 0 })
    expect([path, reply.status(), await reply.text()]).toEqual([path, 202, expect.stringContaining('/auth/signup')])
  }
})

test('a forged or foreign session makes a visitor', async ({ request, site, account }) => {
  const cookies = await createSessionCookies(site.url, account)
  const forged = cookies.map(({ name, value }) => `${name}=${value.slice(0, -40)}${'A'.repeat(40)}`).join('; ')
  for (const cookie of [forged, 'sb-localhost-auth-token=base64-bm9uc2Vuc2U', 'sb-localhost-auth-token=%']) {
    const response = await request.get('/account', { maxRedirects: 0, headers: { cookie } })
    expect([response.status(), response.headers().location]).toEqual([302, '/auth/signup'])
  }
})

test('a member may open all twelve screens, has no use for two and reads on one why it is for moderators', async ({
  request,
  site,
  account,
}) => {
  const cookie = (await createSessionCookies(site.url, account)).map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const path of [...OPEN, ...CLOSED]) {
    const response = await request.get(await fillPath(site, path), { maxRedirects: 0, headers: { cookie } })
    expect([path, response.status(), response.headers().location]).toEqual([path, ...answerMember(path)])
  }
})

test('a member who goes nowhere is told so, and the address stays', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/404/)
  await signIn()
  const response = await page.goto('/nowhere/at-all')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL('/nowhere/at-all')
  await expect(page.getByRole('heading', { name: 'Off the sheet' })).toBeVisible()
  await expect(page.getByText('Page not found: /nowhere/at-all')).toBeVisible()
})

test('a spot that does not exist is a fatal not-found with its path', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  const response = await page.goto('/spot/nothing-here')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Page Not Found: /spot/nothing-here')).toBeVisible()
  await page.getByRole('link', { name: 'Go back home' }).click()
  await expect(page).toHaveURL('/')
})

/** Status and location that a member gets. */
function answerMember(path: string): [status: number, location: string | undefined] {
  if (path.startsWith('/auth/')) return [302, '/']
  return [path === '/debug-seed' ? 403 : 200, undefined]
}

async function fillPath(site: Site, path: string): Promise<string> {
  if (!path.includes('{id}')) return path
  const client = await createMemberClient(site.url)
  const { data } = await client.from('spots').select('id').eq('title', SEED_SPOTS[0].title).single()
  return path.replace('{id}', data?.id)
}

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { createAccount, createCookieHeader, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { asOwner } from '../hidden-subject.ts'
import { SEED_CITY } from '../seed.ts'
import type { Site } from '../site.ts'
import { embedLikeWordPress, WORDPRESS_SCRIPT } from '../wordpress.ts'

const LARGEST_PAGE_BYTES = 60_000

/** Creates a public spot on a public list, both of a member. */
async function plant(site: Site) {
  const account = await createAccount(site.url)
  const client = await createMemberClient(site.url, account)
  const place = { category: 'castle', lng: 14.42, lat: 50.08, visibility: 'public', status: 'published' }
  const about = { title: '<img src=x onerror=alert(1)> mill', description: 'Go at dawn.', author_id: account.id }
  const { data: spot } = await client
    .from('spots')
    .insert({ ...place, ...about })
    .select('id')
    .single()
    .throwOnError()
  const wanted = { title: 'Mills & more', visibility: 'public', spot: spot.id }
  const { data: list } = await client.rpc('create_list', wanted).throwOnError()
  const cookie = await createCookieHeader(site.url, account)
  return { spot: String(spot.id), list: String(list.id), username: account.username, client, cookie }
}

test('serves embeds of spots, lists, cities and searches that any site may frame, without cookies', async ({
  site,
}) => {
  const { spot, list, username, cookie } = await plant(site)
  const paths = [`spot/${spot}`, `list/${list}`, `city/${SEED_CITY}`, 'search?q=mill', `search?by=${username}`]
  for (const path of paths) {
    const response = await fetch(`${site.url}/embed/${path}`, { headers: { cookie } })
    const html = await response.text()
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors \*/)
    const [, script = '', ...others] = html.split(/<script[^>]*>|<\/script>/)
    expect(others).toHaveLength(1)
    const hash = createHash('sha256').update(script).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`)
    expect(html).not.toContain('<img src=x')
    for (const [link] of html.matchAll(/<a [^>]*>/g)) expect(link).toMatch(/target="_blank" rel="noopener"/)
    expect(brotliCompressSync(html).length).toBeLessThan(LARGEST_PAGE_BYTES)
  }
  expect(await (await fetch(`${site.url}/embed/spot/${spot}?theme=dark`)).text()).toContain('data-theme="night"')
  expect(await (await fetch(`${site.url}/embed/spot/${spot}?theme="><b>`)).text()).toContain('<html lang="en">')
})

test('denies frames for all other pages and shows members only public content', async ({ site }) => {
  const { spot, list, cookie, client } = await plant(site)
  for (const path of ['/', '/about', `/spot/${spot}`, '/explore', '/embed', '/embedx/spot/x', `/embed/story/${spot}`]) {
    const { headers } = await fetch(site.url + path, { redirect: 'manual' })
    expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
  const { data: link } = await client.from('links').select('secret').eq('spot_id', spot).maybeSingle()
  const missing = await (await fetch(`${site.url}/embed/spot/missing`)).text()
  for (const visibility of ['members', 'link', 'private']) {
    await asOwner(site, async (sql) => {
      await sql`update public.spots set visibility = ${visibility} where id = ${spot}`
      await sql`update public.lists set visibility = ${visibility} where id = ${list}`
    })
    for (const path of [`spot/${spot}?link=${link?.secret ?? ''}`, `spot/${spot}`, `list/${list}`]) {
      const response = await fetch(`${site.url}/embed/${path}`, { headers: { cookie } })
      expect([path, response.status, await response.text()]).toEqual([path, 404, missing])
    }
    expect(await (await fetch(`${site.url}/embed/search?q=mill`, { headers: { cookie } })).text()).not.toContain(spot)
    const asked = await fetch(`${site.url}/oembed?${new URLSearchParams({ url: `${site.url}/spot/${spot}` })}`, {
      headers: { cookie },
    })
    expect(asked.status).toBe(404)
  }
})

test('serves oEmbed 1.0 for its own URLs only, at the URL that pages link to', async ({ site }) => {
  const { spot, list } = await plant(site)
  const page = await (await fetch(`${site.url}/spot/${spot}`)).text()
  const announced = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page)?.[1] ?? ''
  const response = await fetch(announced.replaceAll('&amp;', '&'))
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const answer = (await response.json()) as Record<string, unknown>
  expect(answer).toMatchObject({ version: '1.0', type: 'rich', width: 600, height: 420, provider_url: site.url })
  expect(answer.cache_age).toBeGreaterThan(0)
  expect(answer.html).toContain(`src="${site.url}/embed/spot/${spot}"`)

  const ask = (parameters: Record<string, string>) => fetch(`${site.url}/oembed?${new URLSearchParams(parameters)}`)
  const url = `${site.url}/explore?list=${list}`
  const xml = await ask({ url, format: 'xml', maxwidth: '320', maxheight: '240' })
  expect(xml.headers.get('content-type')).toMatch(/^text\/xml/)
  const text = await xml.text()
  expect(text).toMatch(
    /<title>Mills &amp; more<\/title>.*<width>320<\/width><height>240<\/height>.*width=&quot;320&quot;/,
  )
  expect(text).not.toMatch(/<iframe/)

  const { host } = new URL(site.url)
  const statuses = {
    [site.url]: 404,
    [`${site.url}/account`]: 401,
    [`${site.url}/post/x`]: 404,
    [`http://user@${host}/spot/${spot}`]: 404,
    [`http://${host}.evil.example/spot/${spot}`]: 404,
    [`http://169.254.169.254/spot/${spot}`]: 404,
    [`file:///spot/${spot}`]: 404,
    [`javascript:/spot/${spot}`]: 404,
    [`//${host}/spot/${spot}`]: 404,
    '': 404,
  }
  for (const [address, status] of Object.entries(statuses))
    expect([address, (await ask({ url: address })).status]).toEqual([address, status])
  expect((await ask({ url, format: 'yaml' })).status).toBe(501)
})

test('lets another site frame the embed of a spot, but no page of this site', async ({
  page,
  site,
  expectedErrors,
}) => {
  const { spot } = await plant(site)
  expectedErrors.push(/frame/i, /X-Frame-Options/i)
  const frames = ['embed/spot', 'spot'].map(
    (path) => `<iframe src="${site.url}/${path}/${spot}" height="420"></iframe>`,
  )
  await using foreign = await serveForeign(frames.join(''))
  await page.goto(foreign.url)
  const [embedded, denied] = [page.frameLocator('iframe').first(), page.frameLocator('iframe').last()]
  await expect(embedded.getByRole('heading', { name: 'mill' })).toBeVisible()
  await expect(denied.getByRole('heading', { name: 'mill' })).toHaveCount(0)
  expect(await page.context().cookies(site.url)).toEqual([])
  const opened = page.context().waitForEvent('page')
  await embedded.getByRole('heading').getByRole('link').click()
  await expect(await opened).toHaveURL(new RegExp(`/spot/${spot}$`))
})

/** Serves one page on another origin. */
async function serveForeign(body: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Foreign</title>${body}`)
  }).listen(0)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, [Symbol.asyncDispose]: async () => void server.close() }
}

test('WordPress shows spots, lists, members, searches and cities by their URL alone', async ({ page, site }) => {
  const { spot, list, username } = await plant(site)
  const addresses = [
    `/spot/${spot}`,
    `/explore?list=${list}`,
    `/explore?by=${username}`,
    '/explore?q=mill&kind=castle',
    `/embed/city/${SEED_CITY}`,
    `/embed/search?q=mill&theme=dark`,
  ]
  for (const address of addresses) {
    const html = await embedLikeWordPress(site.url + address)
    expect([address, html]).toEqual([address, expect.stringContaining(`src="${site.url}/embed/`)])
    expect(html).toContain('frameborder="0"')
  }
  expect(await embedLikeWordPress(`${site.url}/embed/city/${SEED_CITY}?theme=dark`)).toContain('?theme=dark#')
  // The page of a city opens for members only, so it is a plain link.
  expect(await embedLikeWordPress(`${site.url}/city/${SEED_CITY}`)).toBeNull()

  const html = await embedLikeWordPress(`${site.url}/explore?list=${list}`)
  await using foreign = await serveForeign(`${html}<script>${WORDPRESS_SCRIPT}</script>`)
  await page.goto(foreign.url)
  const frame = page.frameLocator('iframe')
  const picture = frame.locator('li img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await frame.getByRole('listitem').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/spot/${spot}$`))
})

test('offers the embed code of a city and of a search in the share dialog, with a theme', async ({
  page,
  site,
  signIn,
}) => {
  await signIn()
  await page.goto(`/city/${SEED_CITY}`)
  await page.getByRole('link', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Embed in a website').click()
  await dialog.getByLabel('Theme').selectOption('Dark')
  const city = `${site.url}/embed/city/${SEED_CITY}?theme=dark`
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue(
    new RegExp(`^<iframe src="${city.replaceAll(/[?.]/g, '\\$&')}"`),
  )
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue(city)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page).toHaveURL(new RegExp(`/city/${SEED_CITY}$`))

  await page.goto('/explore?q=bridge&lat=50.0865&lng=14.4114&z=12')
  await page.getByRole('button', { name: 'Take it along' }).click()
  await page.getByRole('menuitem', { name: /^Share/ }).click()
  await dialog.getByText('Embed in a website').click()
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue(`${site.url}/embed/search?q=bridge`)
})

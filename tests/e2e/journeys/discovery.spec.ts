import { createAccount, createCookieHeader, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { serverTest as test } from '../fixtures.ts'
import { SEED_CITY, SEED_POST_SLUG } from '../seed.ts'
import type { Site } from '../site.ts'

/** The parts of the head of a page that search engines and link previews read. */
interface PageHead {
  canonical: string | undefined
  meta: Record<string, string>
  alternates: { type: string; href: string }[]
}

function readHead(html: string): PageHead {
  const head = html.slice(0, html.indexOf('</head>'))
  const tags = [...head.matchAll(/<(meta|link) ([^>]*)>/g)].map(([, name, text]) => ({
    name,
    ...Object.fromEntries(
      [...(text ?? '').matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [`$${key}`, decode(value)]),
    ),
  })) as Record<string, string>[]
  return {
    canonical: tags.find(({ $rel }) => $rel === 'canonical')?.$href,
    meta: Object.fromEntries(tags.map(({ $property, $name, $content }) => [$property ?? $name, $content ?? ''])),
    alternates: tags.flatMap(({ $rel, $type, $href }) =>
      $rel === 'alternate' && $type && $href ? [{ type: $type, href: $href }] : [],
    ),
  }
}

function decode(text = ''): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/** Creates a public spot on a public list, and returns the client and cookie of its author. */
async function plant(site: Site, title: string) {
  const account = await createAccount(site.url)
  const client = await createMemberClient(site.url, account)
  const place = {
    category: 'castle',
    lng: 14.43,
    lat: 50.07,
    visibility: 'public',
    status: 'published',
    tags: ['rarest'],
  }
  const { data: spot } = await client
    .from('spots')
    .insert({ ...place, title, author_id: account.id })
    .select('id')
    .single()
    .throwOnError()
  const { data: list } = await client
    .rpc('create_list', { title: `List of ${title}`, visibility: 'public', spot: spot.id })
    .throwOnError()
  const cookie = await createCookieHeader(site.url, account)
  return { spot: String(spot.id), list: String(list.id), username: account.username, client, cookie }
}

async function listAddresses(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text()
  const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => decode(address))
  if (!text.includes('<sitemapindex')) return addresses
  return (await Promise.all(addresses.map(listAddresses))).flat()
}

test('describes every public page for link previews, and serves every other format that it links to', async ({
  site,
}) => {
  const { cookie } = await plant(site, 'Walked mill')
  const known = await listAddresses(`${site.url}/sitemap.xml`)
  expect(known.length).toBeGreaterThan(12)
  const others = [
    '/explore?q=mill',
    '/explore?tag=rarest&kind=castle',
    '/?stories=all',
    `/city/${SEED_CITY}`,
    `/post/${SEED_POST_SLUG}`,
  ]
  const alternates = new Map<string, string>()
  for (const address of [...known, ...others.map((path) => site.url + path)]) {
    const isClosed = /\/(?:city|post)\//.test(address)
    const reply = await fetch(address, { headers: { accept: 'text/html', ...(isClosed && { cookie }) } })
    const { canonical, meta, alternates: found } = readHead(await reply.text())
    expect([address, reply.status]).toEqual([address, 200])
    const isSearch = /\/explore\?(?:q|tag)=/.test(address)
    expect([address, canonical]).toEqual([address, isSearch ? `${site.url}/explore` : address])
    expect([address, meta]).toEqual([
      address,
      expect.objectContaining({
        description: expect.stringMatching(/\S/),
        'og:title': expect.stringMatching(/\S/),
        'og:description': expect.stringMatching(/\S/),
        'og:type': expect.stringMatching(/^(?:website|place|profile|article)$/),
        'og:url': canonical,
        'og:site_name': expect.stringMatching(/\S/),
        'twitter:card': expect.stringMatching(/^summary/),
      }),
    ])
    if (meta['twitter:card'] === 'summary_large_image') expect(meta['og:image']).toMatch(/^http/)
    for (const { type, href } of found) alternates.set(new URL(href, site.url).href, type)
  }
  const types = new Set(alternates.values())
  for (const type of [
    'application/atom+xml',
    'application/feed+json',
    'application/json+oembed',
    'text/xml+oembed',
    'application/x-ndjson',
    'application/gpx+xml',
    'application/geo+json',
  ])
    expect(types).toContain(type)
  for (const [address, type] of alternates) {
    const reply = await fetch(address)
    await reply.arrayBuffer()
    expect([address, reply.status]).toEqual([address, 200])
    expect([address, reply.headers.get('content-type')]).toEqual([
      address,
      expect.stringContaining(type.replace('+oembed', '')),
    ])
  }
})

test('removes a deleted spot from feeds, sitemap, embeds, exports and bundles within a minute', async ({ site }) => {
  const { spot, list, username, client } = await plant(site, 'Vanishing mill')
  const searches = ['', '?q=vanishing', '?tag=rarest', '?kind=castle', `?by=${username}`, `?list=${list}`]
  const page = encodeURIComponent(`${site.url}/spot/${spot}`)
  const paths = [
    ...searches.flatMap((search) => [`/feeds/spots.atom${search}`, `/feeds/spots.json${search}`]),
    `/feeds/city/${SEED_CITY}.atom`,
    '/sitemaps/spots.xml',
    `/embed/spot/${spot}`,
    `/embed/list/${list}`,
    `/embed/city/${SEED_CITY}`,
    '/embed/search?q=vanishing',
    `/oembed?url=${page}`,
    ...['gpx', 'kml', 'geojson', 'csv'].flatMap((format) => [
      `/spot/${spot}.${format}`,
      `/city/${SEED_CITY}.${format}`,
      `/explore.${format}?list=${list}`,
      `/explore.${format}?by=${username}`,
    ]),
    `/bundles/city/${SEED_CITY}.ndjson`,
    `/bundles/list/${list}.ndjson`,
    '/explore/suggestions.json?q=vanishing',
  ]
  const read = async (path: string) => {
    const reply = await fetch(site.url + path)
    const age = /max-age=(\d+)/.exec(reply.headers.get('cache-control') ?? '')?.[1] ?? '0'
    return { hasSpot: (await reply.text()).includes(spot), age: Number(age) }
  }
  for (const path of paths) expect([path, (await read(path)).hasSpot]).toEqual([path, true])
  await client.from('spots').delete().eq('id', spot).throwOnError()
  for (const path of paths) {
    const { hasSpot, age } = await read(path)
    expect([path, hasSpot]).toEqual([path, false])
    expect([path, age <= 60]).toEqual([path, true])
  }
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import type { ResourceHandler } from '../resource-call.ts'
import { serveManifest, serveOpenSearch, serveRobots } from './site-files.ts'
import { writeSitemapIndex, writeSitemapPart } from './write-sitemap.ts'

const SITE = 'https://here.example/spots'

function validate(xml: string, schema: string): void {
  const document = XmlDocument.fromString(xml)
  const schemaDocument = XmlDocument.fromString(readFileSync(join(import.meta.dirname, 'schemas', schema), 'utf8'))
  const validator = XsdValidator.fromDoc(schemaDocument)
  validator.validate(document)
  for (const used of [validator, schemaDocument, document]) used.dispose()
}

/** Requests a file of a site that has the built-in name and whose data service is down. */
function get(handler: ResourceHandler, headers: Record<string, string> = {}): Promise<Response> {
  const settings = {
    siteUrl: SITE,
    supabaseUrl: SITE,
    publishableKey: '',
    backendFetch: () => Promise.reject(new Error('away')),
  }
  return handler({
    request: new Request(`${SITE}/file`, { headers }),
    settings: settings as unknown as ServerSettings,
    parameters: {},
    supabase: () => {
      throw new Error('No data is needed.')
    },
    verify: async () => undefined,
    listSessionHeaders: () => [],
  })
}

test('writes a sitemap and an index that are valid against the schema', () => {
  const lastmod = '2026-10-14T10:00:00.000Z'
  validate(
    writeSitemapIndex([
      { address: `${SITE}/sitemaps/spots.xml`, lastmod },
      { address: `${SITE}/sitemaps/spots.xml?after=a%26b`, lastmod: null },
    ]),
    'sitemap.xsd',
  )
  const pages = [
    { path: '/spot/abcdefgh2345', lastmod, photos: ['/photo/x/480.webp'] },
    { path: '/explore?by=a&b=<c>', lastmod: null },
  ]
  validate(writeSitemapPart(pages, SITE), 'sitemap.xsd')
  expect(() => validate(writeSitemapPart(pages, SITE).replace('</loc>', '</loc><when/>'), 'sitemap.xsd')).toThrow()
})

test('writes a valid OpenSearch description of the search, with suggestions', async () => {
  const response = await get(serveOpenSearch)
  const text = await response.text()
  validate(text, 'opensearch.xsd')
  expect(response.headers.get('content-type')).toContain('application/opensearchdescription+xml')
  expect(text).toContain('template="https://here.example/spots/explore/opensearch.json?q={searchTerms}"')
})

test('links the sitemap in robots.txt, below the path of the site', async () => {
  const text = await (await get(serveRobots)).text()
  expect(text).toContain('Sitemap: https://here.example/spots/sitemap.xml')
  expect(text).toContain('Disallow: /spots/account\n')
})

test('returns 304 only to a client that has the current file', async () => {
  const first = await get(serveManifest)
  const etag = first.headers.get('etag') ?? ''
  expect(JSON.parse(await first.text())).toMatchObject({ start_url: `${SITE}/`, name: 'Hereabouts' })
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await get(serveManifest, { 'if-none-match': known })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  }
  expect((await get(serveManifest, { 'if-none-match': '"x"' })).status).toBe(200)
})

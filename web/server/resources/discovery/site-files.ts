import { listSuggestions } from '#app/features/search/suggest-query.ts'
import type { Suggestion } from '#app/features/search/suggestion.ts'
import { escapeXml, xmlElement } from '#app/features/spots/exports/xml-text.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { findNamesLanguage } from '#app/platform/names-language.ts'
import { respondWithData } from '../json-response.ts'
import { openVisitorClient, publicResponse } from '../public-response.ts'
import type { ResourceCall } from '../resource-call.ts'

/** Paths that search engines should not index: forms, account pages, and files of pages. */
const CLOSED = ['/auth/', '/account', '/submit', '/oauth/', '/debug-seed', '/*.gpx', '/*.kml', '/*.kmz', '/*.csv']

/** Serves the rules for crawlers: `/robots.txt`. */
export async function serveRobots({ request, settings }: ResourceCall): Promise<Response> {
  const { pathname } = new URL(settings.siteUrl)
  const base = pathname.replace(/\/$/, '')
  const lines = ['User-agent: *', `Allow: ${base}/`, ...CLOSED.map((path) => `Disallow: ${base}${path}`)]
  const text = [...lines, '', `Sitemap: ${settings.siteUrl}/sitemap.xml`, ''].join('\n')
  return publicResponse(request, text, 'text/plain; charset=utf-8')
}

/** Lets browsers search the site from their address bar (OpenSearch 1.1): `/opensearch.xml`. */
export async function serveOpenSearch({ request, settings }: ResourceCall): Promise<Response> {
  const { site_name: siteName } = await getSite(settings)
  const url = (type: string, path: string, rel: string) =>
    `<Url type="${type}" rel="${rel}" method="get" template="${escapeXml(settings.siteUrl + path)}"/>`
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    // Browsers show no more than 16 characters.
    xmlElement('ShortName', [...siteName].slice(0, 16).join('')),
    xmlElement('Description', `Search spots, cities and tags on ${siteName}`),
    url('text/html', '/explore?q={searchTerms}', 'results'),
    url('application/x-suggestions+json', '/explore/opensearch.json?q={searchTerms}', 'suggestions'),
    url('application/atom+xml', '/feeds/spots.atom?q={searchTerms}', 'collection'),
    url('application/opensearchdescription+xml', '/opensearch.xml', 'self'),
    `<Image width="16" height="16" type="image/svg+xml">${escapeXml(`${settings.siteUrl}/favicon.svg`)}</Image>`,
    xmlElement('InputEncoding', 'UTF-8'),
    '</OpenSearchDescription>\n',
  ].join('\n')
  return publicResponse(request, text, 'application/opensearchdescription+xml; charset=utf-8')
}

/** Serves suggestions in the form that browsers expect: `[typed, texts, notes, URLs]`. */
export async function serveOpenSearchSuggestions(call: ResourceCall): Promise<Response> {
  const { request, settings } = call
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  const language = findNamesLanguage(request.headers)
  return respondWithData(async () => {
    const found = (await listSuggestions(openVisitorClient(call), typed, { language })).flatMap(describeSuggestion)
    const column = (read: (row: (typeof found)[number]) => string) => found.map(read)
    const addresses = column(({ path }) => settings.siteUrl + path)
    return [typed, column(({ text }) => text), column(({ note }) => note), addresses]
  })
}

function describeSuggestion(suggestion: Suggestion): { text: string; note: string; path: string }[] {
  if (suggestion.type === 'spot') {
    const { id, title, city, country } = suggestion
    return [{ text: title, note: [city, country].filter(Boolean).join(', '), path: `/spot/${id}` }]
  }
  if (suggestion.type === 'city') {
    const { name, country, lat, lng } = suggestion
    return [{ text: name, note: country, path: `/explore?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}&z=12` }]
  }
  if (suggestion.type === 'tag') {
    const { tag } = suggestion
    return [{ text: tag, note: 'Tag', path: `/explore?${new URLSearchParams({ tag })}` }]
  }
  return []
}

/** Serves the web app manifest, for adding the site to the home screen: `/site.webmanifest`. */
export async function serveManifest({ request, settings }: ResourceCall): Promise<Response> {
  const { site_name: siteName } = await getSite(settings)
  const manifest = {
    id: `${settings.siteUrl}/`,
    name: siteName,
    short_name: siteName,
    description: 'A shared map of the places worth knowing.',
    start_url: `${settings.siteUrl}/`,
    scope: `${settings.siteUrl}/`,
    display: 'minimal-ui',
    background_color: '#fcfcf8',
    theme_color: '#12202b',
    lang: 'en',
    icons: [{ src: `${settings.siteUrl}/favicon.svg`, type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
    shortcuts: [
      { name: 'Explore', url: `${settings.siteUrl}/explore` },
      { name: 'Add a spot', url: `${settings.siteUrl}/submit` },
    ],
  }
  return publicResponse(request, `${JSON.stringify(manifest)}\n`, 'application/manifest+json; charset=utf-8')
}

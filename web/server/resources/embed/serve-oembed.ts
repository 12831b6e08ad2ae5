import { EMBED_SIZE, findEmbedPath, writeEmbedSnippet } from '#app/features/share/embed-path.ts'
import { escapeXml } from '#app/features/spots/exports/xml-text.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { rejectResource } from '../plain-response.ts'
import type { ResourceCall } from '../resource-call.ts'
import { findEmbed } from './find-embed.ts'
import { createVisitorClient } from './serve-embed.ts'

const CACHE_SECONDS = 3600
/** Pages that only their member sees. oEmbed defines a separate status for them. */
const PRIVATE_PAGES = /^\/(account|submit|debug-seed|auth|oauth)(\/|$)/

/**
 * oEmbed 1.0: `/oembed?url=…&format=json|xml&maxwidth=…&maxheight=…`. The URL is only parsed, never requested, and must
 * be one of this site's.
 */
export async function serveOEmbed({ request, settings }: ResourceCall): Promise<Response> {
  const { searchParams: search } = new URL(request.url)
  const format = search.get('format') ?? 'json'
  if (format !== 'json' && format !== 'xml') return rejectResource('format must be json or xml.', 501)
  const page = readOwnPage(search.get('url') ?? '', settings)
  if (page === null) return rejectResource('url must be the address of a page of this site.', 404)
  if (PRIVATE_PAGES.test(page)) return rejectResource('That page is only for members.', 401)
  const path = findEmbedPath(page)
  const found = path && (await findAt(path, settings))
  if (!path || !found) return rejectResource('There is nothing to embed at that address, or it is not public.', 404)
  const { site_name: siteName } = await getSite(settings)
  const size = {
    width: fit(search.get('maxwidth'), EMBED_SIZE.width),
    height: fit(search.get('maxheight'), EMBED_SIZE.height),
  }
  const answer = {
    version: '1.0',
    type: 'rich',
    title: found.title,
    provider_name: siteName,
    provider_url: settings.siteUrl,
    cache_age: CACHE_SECONDS,
    ...size,
    html: writeEmbedSnippet(settings.siteUrl + path, found.title, size),
  }
  const isJson = format === 'json'
  return new Response(isJson ? JSON.stringify(answer) : writeXml(answer), {
    headers: {
      'content-type': isJson ? 'application/json; charset=utf-8' : 'text/xml; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
    },
  })
}

/** Returns path and query of a URL of this site, under its base path. Null for any other URL. */
function readOwnPage(address: string, { siteUrl }: ServerSettings): string | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname, search, username, password } = new URL(address)
  const site = new URL(siteUrl)
  const base = site.pathname.replace(/\/$/, '')
  if (origin !== site.origin || username !== '' || password !== '') return null
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return null
  return pathname.slice(base.length) + search
}

function findAt(path: string, settings: ServerSettings) {
  const [, , kind = '', id = ''] = path.split('?')[0]?.split('/') ?? []
  return findEmbed(createVisitorClient(settings), kind, id, new URLSearchParams(path.split('?')[1]))
}

/** Returns the usual size of an embed, or less if the consumer sets a maximum. Invalid values are ignored. */
function fit(limit: string | null, usual: number): number {
  const pixels = Math.floor(Number(limit ?? Number.NaN))
  return pixels >= 1 ? Math.min(usual, pixels) : usual
}

function writeXml(answer: Record<string, string | number>): string {
  const fields = Object.entries(answer).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>\n`
}

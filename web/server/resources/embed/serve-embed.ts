import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fitBounds } from '#app/features/map/map-view.ts'
import staticMapStyles from '#app/features/map/static/static-map.css?raw'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { embedThemes, findEmbedPath } from '#app/features/share/embed-path.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { createRequestClient } from '#app/platform/session/session.server.ts'
import tokens from '#app/styles/tokens.css?raw'
import { missingResource } from '../plain-response.ts'
import type { ResourceCall } from '../resource-call.ts'
import styles from './embed.css?raw'
import { EmbedPage } from './embed-page.tsx'
import { EMBED_SCRIPT, EMBED_SCRIPT_HASH } from './embed-script.ts'
import { type Embed, findEmbed } from './find-embed.ts'

const STYLES = [tokens, staticMapStyles, styles]
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ')
const MAP = { width: 600, height: 180 }
const SPOT_ZOOM = 12

/**
 * Serves a page with public content for a frame on another site: `/embed/spot/{id}`, `/embed/list/{id}`,
 * `/embed/city/{slug}` and `/embed/search?…`. Cookies and secrets of the request are ignored, so the page is the same
 * for everyone.
 */
export async function serveEmbed({ request, settings, parameters }: ResourceCall): Promise<Response> {
  const { kind = '', id = '' } = parameters
  const { pathname, search: query, searchParams: search } = new URL(request.url)
  const theme = embedThemes.find((one) => one === search.get('theme'))
  search.delete('theme')
  const embed = await findEmbed(createVisitorClient(settings), kind, id, search)
  if (!embed) return allowFrames(missingResource('There is nothing here, or it is not public.'), settings)
  const { site_name: siteName } = await getSite(settings)
  const page = createElement(EmbedPage, {
    embed,
    theme,
    path: findEmbedPath(pathname + query) ?? pathname,
    styles: STYLES,
    script: EMBED_SCRIPT,
    staticMap: await drawMap(embed),
    site: { siteName, siteUrl: settings.siteUrl },
  })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=60' }
  return allowFrames(new Response(`<!doctype html>${renderToStaticMarkup(page)}`, { headers }), settings)
}

/** Creates the data client of a visitor, without the cookies and the link secret of the request. */
export function createVisitorClient(settings: ServerSettings): Supabase {
  return createRequestClient(new Request(settings.siteUrl), settings).supabase
}

function drawMap({ spots }: Embed): Promise<StaticMapData> | null {
  const [first] = spots
  if (!first) return null
  if (spots.length === 1)
    return getStaticMap({ center: { lng: first.lng, lat: first.lat }, zoom: SPOT_ZOOM, ...MAP }, spots)
  const longitudes = spots.map(({ lng }) => lng)
  const latitudes = spots.map(({ lat }) => lat)
  const bounds = {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  }
  return getStaticMap(fitBounds(bounds, { ...MAP, minZoom: -1 }), spots)
}

/**
 * Allows any site to show the page in a frame. The page runs one script, submits no forms and loads pictures of this
 * site only.
 */
function allowFrames(response: Response, { supabaseUrl, contentOrigins }: ServerSettings): Response {
  const pictures = ["'self'", new URL(supabaseUrl).origin, ...contentOrigins.map((url) => new URL(url).origin)]
  response.headers.set(
    'content-security-policy',
    `default-src 'none'; script-src '${EMBED_SCRIPT_HASH}'; style-src 'unsafe-inline'; img-src ${[...new Set(pictures)].join(' ')}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  )
  return response
}

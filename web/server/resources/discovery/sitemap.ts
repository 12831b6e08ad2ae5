import { isStorable } from '#app/lib/is-storable.ts'
import { missingResource } from '../plain-response.ts'
import { openVisitorClient, publicResponse } from '../public-response.ts'
import type { ResourceCall } from '../resource-call.ts'
import { isSitemapKind, listPartStarts, readPart, type SitemapPage, sitemapKinds } from './sitemap-pages.ts'
import { writeSitemapIndex, writeSitemapPart } from './write-sitemap.ts'

const TYPE = 'application/xml; charset=utf-8'

/** Serves the index of all public pages: `/sitemap.xml`. */
export async function serveSitemap(call: ResourceCall): Promise<Response> {
  const visitor = openVisitorClient(call)
  const parts = await Promise.all(
    sitemapKinds.map(async (kind) =>
      (await listPartStarts(visitor, kind)).map(({ after, lastmod }) => {
        const query = after && `?${new URLSearchParams({ after })}`
        return { address: `${call.settings.siteUrl}/sitemaps/${kind}.xml${query}`, lastmod }
      }),
    ),
  )
  return publicResponse(call.request, writeSitemapIndex(parts.flat()), TYPE)
}

/** Serves a part of the sitemap with at most 50,000 pages: `/sitemaps/{kind}.xml?after={key}`. */
export async function serveSitemapPart(call: ResourceCall): Promise<Response> {
  const { kind = '' } = call.parameters
  const after = new URL(call.request.url).searchParams.get('after') ?? ''
  if (!isSitemapKind(kind) || !isStorable(after)) return missingResource('There is no such part of the sitemap.')
  const pages: SitemapPage[] = []
  for await (const some of readPart(openVisitorClient(call), kind, after)) pages.push(...some)
  return publicResponse(call.request, writeSitemapPart(pages, call.settings.siteUrl), TYPE)
}

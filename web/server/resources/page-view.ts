import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import * as v from 'valibot'
import { seconds } from '#app/lib/durations.ts'
import { findData } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import type { PageView } from '#app/platform/page-views/page-view.ts'
import { PageViewSchema } from '#app/platform/page-views/page-view-schema.ts'
import { createSecretClient } from '#app/platform/session/secret-client.server.ts'
import { badRequest } from './json-response.ts'
import type { ResourceCall } from './resource-call.ts'

const LARGEST_BYTES = 2048
/**
 * The number of buckets. Thousands of IP addresses share one: enough buckets to limit abuse, too few to identify
 * visitors.
 */
const DRAWERS = 65_536
const COLLECTOR_TIMEOUT_MS = seconds(5)

/**
 * Counts a page view by day: `POST /page-views` with `{route, path, referrer}`. Neither IP address nor cookie is
 * stored. Bots, visitors who opted out, pages of other sites and clients over the limit get the same response, but are
 * not counted.
 */
export async function servePageView({ request, settings }: ResourceCall): Promise<Response> {
  const view = await readView(request)
  if (!view) return badRequest('Send {"route", "path"} of a page of this site as JSON.')
  if (settings.secretKey && isCounted(request) && (await recordPageView(view, request, settings))) {
    void forward(view, settings)
  }
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

async function readView(request: Request): Promise<PageView | undefined> {
  if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > LARGEST_BYTES) return undefined
  const json = await request.json().catch(() => undefined)
  const parsed = v.safeParse(PageViewSchema, json)
  return parsed.success ? parsed.output : undefined
}

function isCounted({ headers }: Request): boolean {
  if (headers.get('dnt') === '1' || headers.get('sec-gpc') === '1') return false
  const site = headers.get('sec-fetch-site')
  return (site === null || site === 'same-origin') && !isbot(headers.get('user-agent'))
}

/**
 * Uses the secret key, because a page view has no owner. Returns false when this bucket has reached its limit for the
 * minute.
 */
async function recordPageView({ route, path }: PageView, request: Request, settings: ServerSettings): Promise<boolean> {
  const sender = toDrawer(request.headers.get('x-forwarded-for') ?? '')
  return findData(await createSecretClient(settings).rpc('record_page_view', { route, path, sender })) ?? false
}

function toDrawer(address: string): number {
  return createHash('sha256').update(address).digest().readUInt16BE(0) % DRAWERS
}

/** Forwards the page view to the operator's collector, without data about the visitor. Its response is ignored. */
async function forward(view: PageView, { collectorUrl, siteUrl }: ServerSettings): Promise<void> {
  if (!collectorUrl) return
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ site: siteUrl, ...view }),
    signal: AbortSignal.timeout(COLLECTOR_TIMEOUT_MS),
    redirect: 'error',
  } as const
  await fetch(collectorUrl, init).then(
    (response) => response.body?.cancel(),
    () => undefined,
  )
}

import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import * as v from 'valibot'
import { seconds } from '#app/lib/durations.ts'
import { findData } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/app-settings.ts'
import type { PageView } from '#app/platform/page-views/page-view.ts'
import { PageViewSchema } from '#app/platform/page-views/page-view-schema.ts'
import { createSecretClient } from '#app/platform/secret-client.server.ts'
import { badRequest } from './json-reply.ts'
import type { ResourceCall } from './resource-call.ts'

const LARGEST_BYTES = 2048
/** Thousands of addresses share a drawer: enough to bound who sends too much, too few to tell who it was. */
const DRAWERS = 65_536
const COLLECTOR_TIMEOUT_MS = seconds(5)

/**
 * Counts the view of a page by day: `POST /page-views` with `{route, path, referrer}`. Neither address nor cookie is kept. Programs, those
 * who do not want to be counted, pages of other sites and whoever sends too much get the same answer as everybody, and count nothing.
 */
export async function answerPageView({ request, settings }: ResourceCall): Promise<Response> {
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

/** With the secret key, since a view belongs to nobody. False when this drawer of addresses has sent too many this minute. */
async function recordPageView({ route, path }: PageView, request: Request, settings: ServerSettings): Promise<boolean> {
  const sender = toDrawer(request.headers.get('x-forwarded-for') ?? '')
  return findData(await createSecretClient(settings).rpc('record_page_view', { route, path, sender })) ?? false
}

function toDrawer(address: string): number {
  return createHash('sha256').update(address).digest().readUInt16BE(0) % DRAWERS
}

/** Hands the view on to the operator's collector, without anything of whoever looked. What it answers does not matter. */
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

import { createNonce } from '../pages/encoded-page.ts'
import { type SendablePage, sendCachedPage, toSendablePage } from '../pages/sendable-page.ts'
import { createPageCache, VISITOR_PAGES_BYTES } from './page-cache.ts'
import type { PageVersions } from './page-versions.ts'
import { describeVersions, findVisitorPage, type VisitorPage } from './visitor-page.ts'

/** The maximum age of the counters of a cached page. */
const COUNTERS_MAX_AGE_MS = 5000
/** The maximum age of a page, for content that depends on the time, such as the end of a suspension. */
const MAX_AGE_MS = 60_000

interface Entry {
  page: SendablePage
  areas: string
  counters: string
  renderedAtMs: number
  /** The time at which the counters on the page were last known to be right. */
  countersAtMs: number
}

interface VisitorPageSources {
  /** The origin of the site. */
  origin: string
  /** Reads the versions, starting after the call. */
  readVersions: (spotId: string | undefined) => Promise<PageVersions>
  /** The state of everything else that pages show. */
  describeSettings: () => Promise<string>
  render: (request: Request, nonce: string) => Promise<Response>
  writePolicy: (nonce: string) => string
  now?: () => number
}

/**
 * Caches the rendered pages of visitors. Before a page is sent, its versions are read from the database, so it includes
 * every change that any process committed before the request. Resolves to undefined when the page must be rendered for
 * the request: pages of members, errors and redirects are never cached.
 */
export function createVisitorPages(sources: VisitorPageSources): (request: Request) => Promise<Response | undefined> {
  const { origin, writePolicy, now = performance.now.bind(performance) } = sources
  const cache = createPageCache<Entry>(VISITOR_PAGES_BYTES)
  const renders = new Map<string, Promise<Entry | undefined>>()
  const readState = async (page: VisitorPage) => {
    const [versions, settings] = await Promise.all([sources.readVersions(page.spotId), sources.describeSettings()])
    const state = describeVersions(page, versions)
    return state && { areas: state.areas + settings, counters: state.counters }
  }
  /** Renders a page once for all requests that need the same version. */
  const render = (page: VisitorPage, state: { areas: string; counters: string }) => {
    const id = page.key + state.areas + state.counters
    const running = renders.get(id) ?? renderEntry(page, state).finally(() => renders.delete(id))
    renders.set(id, running)
    return running
  }
  const renderEntry = async (page: VisitorPage, state: { areas: string; counters: string }) => {
    const [startedAt, nonce] = [now(), createNonce()]
    const answer = await toSendablePage(await sources.render(page.request, nonce), nonce)
    if (!answer) return undefined
    const entry = { page: answer, ...state, renderedAtMs: startedAt, countersAtMs: startedAt }
    cache.set(page.key, entry, answer.countBytes)
    return entry
  }
  const find = async (page: VisitorPage): Promise<Entry | undefined> => {
    const askedAt = now()
    const state = await readState(page)
    if (!state) return undefined
    const entry = cache.get(page.key)
    if (!entry || entry.areas !== state.areas || askedAt - entry.renderedAtMs > MAX_AGE_MS) return render(page, state)
    if (entry.counters === state.counters) entry.countersAtMs = Math.max(entry.countersAtMs, askedAt)
    else if (askedAt - entry.countersAtMs > COUNTERS_MAX_AGE_MS) return render(page, state)
    // A failed render is tried again by the next request.
    else render(page, state).catch(() => undefined)
    return entry
  }
  return async (request) => {
    const page = findVisitorPage(request, origin)
    // A page without versions is rendered like any other, and reports a failure of the data service itself.
    const entry = page && (await find(page).catch(() => undefined))
    if (!entry) return undefined
    const nonce = createNonce()
    return sendCachedPage(entry.page, request, nonce, writePolicy(nonce))
  }
}

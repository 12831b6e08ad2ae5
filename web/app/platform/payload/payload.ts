import { withBase, withoutBase } from '../config/app-config.ts'

/** The data of a prerendered page. It is the same for everyone and never includes the viewer. */
export interface Payload {
  path: string
  /** The build that created it. */
  id: string
}

const PAYLOAD_FILE = '/_payload.json'

/** Returns the URL of a page's payload. It is immutable, because the build is part of it. */
export function payloadUrl(path: string, buildId: string): string {
  return `${withBase(normalizePagePath(path))}${PAYLOAD_FILE}?${encodeURIComponent(buildId)}`
}

/** Returns the page of a payload's URL. Undefined for other URLs. */
export function findPayloadPage(pathname: string): string | undefined {
  return pathname.endsWith(PAYLOAD_FILE) ? pathname.slice(0, -PAYLOAD_FILE.length) : undefined
}

/** Normalises a path like the list of prerendered pages: without the base, lower-cased, without a trailing slash. */
export function normalizePagePath(pathname: string): string {
  return withoutBase(pathname)
    .toLowerCase()
    .replace(/(?<=.)\/+$/, '')
}

/**
 * Fetches the payload of a page, if possible from the browser's cache. A failure is logged as a warning, and the page
 * works without it.
 */
export async function loadPayload(path: string, buildId: string): Promise<Payload | undefined> {
  const url = payloadUrl(path, buildId)
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return await response.json()
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the contract asks for a warning in the console of the browser
    console.warn(`The payload ${url} could not be loaded.`, error)
    return undefined
  }
}

import { withBase, withoutBase } from '../app-config.ts'

/** What a page that is made ahead brings besides its script: the same for everybody, and never who is signed in. */
export interface Payload {
  path: string
  /** The build that made it. */
  id: string
}

const PAYLOAD_FILE = '/_payload.json'

/** Where the payload of a page lies; it may be kept for ever, since the build is part of its address. */
export function payloadUrl(path: string, buildId: string): string {
  return `${withBase(normalizePagePath(path))}${PAYLOAD_FILE}?${encodeURIComponent(buildId)}`
}

/** The page whose payload an address names; undefined when it names none. */
export function findPayloadPage(pathname: string): string | undefined {
  return pathname.endsWith(PAYLOAD_FILE) ? pathname.slice(0, -PAYLOAD_FILE.length) : undefined
}

/** A page's path as the list of prerendered pages has it: without base, lower-cased, without a slash at the end. */
export function normalizePagePath(pathname: string): string {
  return withoutBase(pathname)
    .toLowerCase()
    .replace(/(?<=.)\/+$/, '')
}

/**
 * Fetches the payload of a page, from the browser's cache when it has it. A payload that cannot be had is warned of, and the page goes on
 * without it.
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

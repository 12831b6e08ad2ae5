import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Requests that the site itself serves, not the CDN. */
const CALLS = /\.data$|__manifest$|_payload\.json$/

const IS_BELOW = process.env.E2E_PLACE === 'below'
/** The base path of every site in this run. */
export const BASE_PATH = IS_BELOW ? '/spots' : ''
/** The public folder of scripts and styles in this run. */
export const ASSETS_PATH = IS_BELOW ? '/_build' : '/assets'

/** The location of a test site. */
export interface SiteLocation extends AsyncDisposable {
  /** The base path: empty, or `/spots`. */
  path: string
  /** Settings that serve its assets from another origin. */
  environment: Record<string, string>
}

/**
 * Returns the location for this run: the root of a host or, with `E2E_PLACE=below`, the path `/spots/` with assets on
 * another origin, which fetches them from the site.
 */
export async function locateSite(siteOrigin: string): Promise<SiteLocation> {
  if (!IS_BELOW) return { path: '', environment: {}, [Symbol.asyncDispose]: async () => undefined }
  const cdn = createServer(async ({ url = '/' }, response) => {
    if (CALLS.test(new URL(url, siteOrigin).pathname)) return void response.writeHead(404).end()
    // The CDN uses its own folder for the files.
    const upstream = await fetch(siteOrigin + BASE_PATH + url.replace(/^\/files/, ''))
    const headers = Object.fromEntries([...upstream.headers].filter(([name]) => !/encoding|length/.test(name)))
    response.writeHead(upstream.status, headers).end(Buffer.from(await upstream.arrayBuffer()))
  })
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
  const { port } = cdn.address() as AddressInfo
  return {
    path: BASE_PATH,
    environment: { CDN_URL: `http://127.0.0.1:${port}/files`, ASSETS_DIR: ASSETS_PATH },
    [Symbol.asyncDispose]: async () => {
      cdn.closeAllConnections()
      await new Promise((resolve) => cdn.close(resolve))
    },
  }
}

/** Makes a path relative. Playwright resolves a leading slash against the root of the host. */
export function fromBase<Address>(address: Address): Address | string {
  return typeof address === 'string' && address.startsWith('/') ? `.${address}` : address
}

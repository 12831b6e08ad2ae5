import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a page asks for is the site's own to answer, wherever its files lie. */
const CALLS = /\.data$|__manifest$|_payload\.json$/

const IS_BELOW = process.env.E2E_PLACE === 'below'
/** What follows host and port in the address of every site of this run. */
export const BASE_PATH = IS_BELOW ? '/spots' : ''
/** The public name of the folder of scripts and styles in this run. */
export const ASSETS_PATH = IS_BELOW ? '/_build' : '/assets'

/** Where a site of the tests lives. */
export interface Place extends AsyncDisposable {
  /** What follows host and port in the site's address: nothing, or `/spots`. */
  path: string
  /** Settings that put its files on another origin. */
  environment: Record<string, string>
}

/**
 * The place that the run was asked for: the root of a host, or with `E2E_PLACE=below` the path `/spots/`, with the files of the build
 * on another origin that asks the site for them.
 */
export async function openPlace(siteOrigin: string): Promise<Place> {
  if (!IS_BELOW) return { path: '', environment: {}, [Symbol.asyncDispose]: async () => undefined }
  const cdn = createServer(async ({ url = '/' }, response) => {
    if (CALLS.test(new URL(url, siteOrigin).pathname)) return void response.writeHead(404).end()
    // The folder of the files on the other origin is its own affair.
    const reply = await fetch(siteOrigin + BASE_PATH + url.replace(/^\/files/, ''))
    const headers = Object.fromEntries([...reply.headers].filter(([name]) => !/encoding|length/.test(name)))
    response.writeHead(reply.status, headers).end(Buffer.from(await reply.arrayBuffer()))
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

/** A path as Playwright has to be told it: it takes one with a leading slash from the root of the host. */
export function fromBase<Address>(address: Address): Address | string {
  return typeof address === 'string' && address.startsWith('/') ? `.${address}` : address
}

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]

/** A service behind a web server that counts responses which clients may never see. */
export interface EarlyResponses extends AsyncDisposable {
  url: string
  /** Returns the number of responses before the end of their request, which the web server cuts off. */
  count(): number
}

/** Serves requests over HTTP, and counts the responses that were sent before their request had arrived. */
export async function countEarlyResponses(fetch: Fetch): Promise<EarlyResponses> {
  let early = 0
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
    response.writeHead = ((...head: unknown[]) => {
      if (!request.complete) early += 1
      return writeHead(...head)
    }) as typeof response.writeHead
    void listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => early,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

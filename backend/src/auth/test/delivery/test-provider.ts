import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the provider received. */
export interface ProviderRequest {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
  form: Record<string, string>
}

/** A response of the provider. `delayMs` delays it. */
interface ProviderAnswer {
  status?: number
  json?: unknown
  text?: string
  delayMs?: number
}

/** A local HTTP server in place of a third-party provider. It records requests and responds as configured. */
export interface TestProvider extends AsyncDisposable {
  url: string
  requests: ProviderRequest[]
}

/** Starts a provider on a free port. */
export async function startTestProvider(response: (request: ProviderRequest) => ProviderAnswer): Promise<TestProvider> {
  const requests: ProviderRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body, form: Object.fromEntries(new URLSearchParams(body)) }
    requests.push(request)
    const { status = 200, json, text, delayMs = 0 } = response(request)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    outgoing.writeHead(status, { 'content-type': json === undefined ? 'text/plain' : 'application/json' })
    outgoing.end(text ?? JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

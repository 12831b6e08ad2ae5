import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PASSWORD, type TestAuth } from '../test-auth.ts'

export const SECRET = 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'

export const EMAIL = 'ada@example.org'

interface Call {
  headers: IncomingMessage['headers']
  text: string
  body: Record<string, Record<string, unknown>> & { user_id?: string; valid?: boolean }
}

interface HookServer extends AsyncDisposable {
  url: string
  calls: Call[]
}

export type Responder = (response: ServerResponse, call: Call, count: number) => void

/** A local HTTP server that responds to hooks with JSON, or as the test specifies. */
export async function startHook(responder: Responder | object = {}): Promise<HookServer> {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const call = { headers: request.headers, text, body: JSON.parse(text) as Call['body'] }
      calls.push(call)
      if (typeof responder === 'function') return (responder as Responder)(response, call, calls.length)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(responder))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return {
    url,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const hooked = (name: string, uri: string, more: Record<string, string> = {}) => ({
  [`GOTRUE_HOOK_${name}_ENABLED`]: 'true',
  [`GOTRUE_HOOK_${name}_URI`]: uri,
  [`GOTRUE_HOOK_${name}_SECRETS`]: SECRET,
  ...more,
})

export const signUp = (auth: TestAuth, email = EMAIL) => auth.client().auth.signUp({ email, password: PASSWORD })

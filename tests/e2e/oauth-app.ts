import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServiceClient } from './accounts.ts'

/** The PKCE verifier of the apps. */
export const VERIFIER = 'a-verifier-of-the-browser-tests-that-is-long-enough'

/** Registers an app and starts its authorization request. */
export async function beginRequest(siteUrl: string, callback: string, name = 'Walks & Talks') {
  const { data: app, error } = await createServiceClient(siteUrl).auth.admin.oauth.createClient({
    client_name: name,
    redirect_uris: [callback],
  })
  if (error) throw error
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: callback,
    scope: 'openid email offline_access',
    state: 'begun here',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { app, address: `${siteUrl}/auth/v1/oauth/authorize?${query}` }
}

/** Starts an app on this machine, to which consent redirects. */
export async function startApp() {
  const server = createServer((_request, response) => response.end('back at the app')).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    callback: `http://localhost:${port}/back`,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

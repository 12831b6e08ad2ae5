import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** An issuer of ID tokens on a local HTTP server, with discovery document and keys. */
export interface TestIssuer extends AsyncDisposable {
  url: string
  publicJwk: Record<string, unknown>
  /** Signs a token for `our-client` that is valid for ten minutes. `claims` replaces the usual ones. */
  sign(claims?: JWTPayload): Promise<string>
  /** The response of its token endpoint. */
  answerToken: (form: URLSearchParams) => Promise<Record<string, unknown>>
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'issuer-key', alg: 'RS256', use: 'sig' }
  const server = createServer(async (request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const [path = '', prefix = ''] = /^(.*)\/\.well-known\/openid-configuration$/.exec(request.url ?? '') ?? []
    const documents: Record<string, unknown> = {
      [path]: {
        issuer: url + prefix,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/jwks': { keys: [publicJwk] },
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const isToken = request.url === '/token'
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const found = isToken ? await issuer.answerToken(form) : documents[request.url ?? '']
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: TestIssuer = {
    url,
    answerToken: async () => ({ error: 'invalid_grant' }),
    publicJwk,
    sign: (claims = {}) => {
      const now = Math.floor(Date.now() / 1_000)
      const person = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, name: 'Ada' }
      return new SignJWT({ iss: url, aud: 'our-client', iat: now, exp: now + 600, ...person, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'issuer-key' })
        .sign(privateKey)
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return issuer
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A certified OpenID Connect provider that has an account for every name. */
export interface OidcPeer extends AsyncDisposable {
  url: string
  /** Claims of an account by its name. Other accounts have an email made of their name. */
  claims: Record<string, Record<string, unknown>>
  /** Signs in through the forms as a browser does, and returns the last redirect. */
  signIn(address: string, login: string): Promise<URL>
}

const MAX_STEPS = 12

export async function startOidcPeer({
  redirectUri,
  hasClaimsInToken = true,
}: {
  redirectUri: string
  /** Otherwise the claims are at the userinfo endpoint. */
  hasClaimsInToken?: boolean
}): Promise<OidcPeer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const claims: OidcPeer['claims'] = {}
  const configuration: Configuration = {
    clients: [
      {
        client_id: 'our-client',
        client_secret: 'peer-secret',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'team'] },
    conformIdTokenClaims: !hasClaimsInToken,
    cookies: { keys: ['a key of tests'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, name: id, ...claims[id] }),
    }),
  }
  const provider = new Provider(url, configuration)
  server.on('request', provider.callback())
  return {
    url,
    claims,
    signIn: (address, login) => followForms(address, login, redirectUri),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Follows redirects with cookies and fills in the two forms, for sign-in and consent. */
async function followForms(start: string, login: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const send = async (address: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  let address = start
  let response = await send(address)
  for (let step = 0; step < MAX_STEPS; step++) {
    const location = response.headers.get('location')
    if (location?.startsWith(redirectUri)) return new URL(location)
    if (location) {
      address = new URL(location, address).href
      response = await send(address)
      continue
    }
    const page = await response.text()
    const [, action = ''] = /<form[^>]+action="([^"]+)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
    if (action === '') throw new Error(`The provider shows no form: ${page.slice(0, 300)}`)
    address = new URL(action, address).href
    response = await send(address, { method: 'POST', body: new URLSearchParams({ prompt, login, password: 'any' }) })
  }
  throw new Error('The sign-in does not end.')
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestIdentityProvider } from '../../backend/src/auth/test/sso/test-identity-provider.ts'
import { SECRET_KEY, type Site } from './site.ts'

/** The SAML claim of the email address, under its most common name. */
const EMAIL_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'

/** An organisation with single sign-on. */
export interface SsoProvider extends AsyncDisposable {
  domain: string
}

/**
 * Starts a SAML 2.0 identity provider on another host and registers it with the site. Its page has one button, which
 * signs `email` in.
 */
export async function startSsoProvider(
  { url }: Pick<Site, 'url'>,
  domain: string,
  email: string,
): Promise<SsoProvider> {
  const service = `${url}/auth/v1`
  const server = createServer(async ({ url: path = '' }, response) => {
    const { id, relayState } = await provider.readRequest(origin + path)
    const result = await provider.respond({
      requestId: id,
      destination: `${service}/sso/saml/acs`,
      recipient: `${service}/sso/saml/acs`,
      audience: `${service}/sso/saml/metadata`,
      nameId: email,
      attributes: { [EMAIL_CLAIM]: [email] },
    })
    response.setHeader('Content-Type', 'text/html').end(writePage(`${service}/sso/saml/acs`, result, relayState))
  })
  // Another host than the site's, so that cookies follow the cross-site rules.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const request = (path: string) => fetch(service + path)
  const provider = await createTestIdentityProvider({ request }, `${origin}/metadata`, origin)
  const response = await fetch(`${service}/admin/sso/providers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SECRET_KEY}`, apikey: SECRET_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'saml', metadata_xml: provider.metadata, domains: [domain] }),
  })
  if (!response.ok) throw new Error(`The organisation was not created: ${await response.text()}`)
  return {
    domain,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function writePage(target: string, response: string, relayState: string): string {
  return `<!doctype html><html lang="en"><title>The organisation</title><link rel="icon" href="data:,"><form method="post" action="${target}">
<input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="${relayState}">
<button>Sign in here</button></form></html>`
}

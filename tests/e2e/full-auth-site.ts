import { startOAuthPeer } from '../../backend/src/auth/test/providers/test-peer.ts'
import { test } from './fixtures.ts'
import { startSite } from './site.ts'

/** A fake OAuth provider that behaves like GitHub. */
type OAuthPeer = Awaited<ReturnType<typeof startOAuthPeer>>

/**
 * Returns a test whose site has phone sign-in, passkeys and a fake GitHub, with the additional settings in
 * `environment`.
 */
export function onFullAuthSite(environment: Record<string, string>) {
  return test.extend<object, { peer: OAuthPeer }>({
    peer: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a destructured first argument
      async ({}, use) => {
        await using peer = await startOAuthPeer({
          authorizePath: '/login/oauth/authorize',
          tokenPath: '/login/oauth/access_token',
        })
        await use(peer)
      },
      { scope: 'worker' },
    ],
    site: [
      async ({ peer }, use) => {
        await using site = await startSite({
          template: process.env.E2E_TEMPLATE,
          environment: {
            GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
            GOTRUE_PASSKEY_ENABLED: 'true',
            GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
            GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'hereabouts',
            GOTRUE_EXTERNAL_GITHUB_SECRET: peer.secret,
            GOTRUE_EXTERNAL_GITHUB_URL: peer.url,
            ...environment,
          },
        })
        await use(site)
      },
      { scope: 'worker', timeout: 90_000 },
    ],
  })
}

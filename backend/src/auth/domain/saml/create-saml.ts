import { SAML, type SamlConfig } from '@node-saml/node-saml'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { getSamlKey } from './signing-key.ts'

/** Returns our entity ID, which is also the URL of our metadata. */
export function getEntityId({ settings }: Pick<AuthDependencies, 'settings'>): string {
  return `${settings.samlExternalUrl ?? settings.externalUrl}/sso/saml/metadata`
}

/** Returns the URL to which identity providers send their responses. */
export function getAcsUrl({ settings }: Pick<AuthDependencies, 'settings'>): string {
  return `${settings.samlExternalUrl ?? settings.externalUrl}/sso/saml/acs`
}

/** The library with access to its decryption. */
class OpenSaml extends SAML {
  /** Returns the assertion of a response, decrypted if necessary. Verifies nothing. */
  findAssertion(response: string): Promise<string | null> {
    return this.getSignedAssertion(response)
  }
}

/**
 * Configures the library for one identity provider. It builds requests and verifies signatures. verify-response.ts
 * checks times, audience and recipient, because the library skips some of them when we keep track of requests
 * ourselves.
 */
export async function createSaml(
  dependencies: AuthDependencies,
  identityProvider: IdentityProvider,
  options: Partial<SamlConfig> = {},
): Promise<OpenSaml> {
  const { privateKey } = await getSamlKey(dependencies)
  return new OpenSaml({
    callbackUrl: getAcsUrl(dependencies),
    issuer: getEntityId(dependencies),
    entryPoint: identityProvider.signInUrl,
    idpCert: identityProvider.certificates,
    privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    disableRequestedAuthnContext: true,
    ...options,
  })
}

import { createMiddleware } from 'hono/factory'
import { errors } from '../../errors.ts'
import type { AuthEnv, AuthParts, AuthRequest } from '../../kernel/dependencies.ts'
import { findNextCertificate, getSamlKey } from './signing-key.ts'

const CACHED = 'public, max-age=600'

/** Our entity ID, which is also the address of our metadata. */
export function getEntityId({ settings }: Pick<AuthParts, 'settings'>): string {
  return `${settings.samlExternalUrl ?? settings.externalUrl}/sso/saml/metadata`
}

/** Where identity providers send their responses. */
export function getAcsUrl({ settings }: Pick<AuthParts, 'settings'>): string {
  return `${settings.samlExternalUrl ?? settings.externalUrl}/sso/saml/acs`
}

/** 404 where single sign-on is switched off, whatever else is wrong with the request. */
export const requireSaml = createMiddleware<AuthEnv>(async (request, next) => {
  if (!request.var.parts.settings.samlEnabled) throw errors.samlDisabled()
  await next()
})

/** GET /sso/saml/metadata: what an identity provider has to know of us. Contract §7.11. */
export async function metadata(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  request.header('Content-Type', 'application/xml')
  request.header('Cache-Control', CACHED)
  if (request.req.query('download') === 'true') {
    request.header('Content-Disposition', 'attachment; filename="metadata.xml"')
  }
  return request.body(await formatMetadata(parts))
}

async function formatMetadata(parts: AuthParts): Promise<string> {
  const { certificate } = await getSamlKey(parts)
  const next = findNextCertificate(parts)
  const signing = [certificate, ...(next ? [next] : [])].map((text) => formatKey('signing', text))
  const encryption = parts.settings.samlAllowEncrypted ? [formatKey('encryption', certificate)] : []
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeXml(getEntityId(parts))}">
  <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${[...signing, ...encryption].join('\n    ')}
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(getAcsUrl(parts))}" index="1" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`
}

function formatKey(use: 'signing' | 'encryption', certificate: string): string {
  const data = `<ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data>`
  return `<md:KeyDescriptor use="${use}"><ds:KeyInfo>${data}</ds:KeyInfo></md:KeyDescriptor>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

import { getAcsUrl, getEntityId } from '../../domain/saml/create-saml.ts'
import { findNextCertificate, getSamlKey } from '../../domain/saml/signing-key.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { AuthRequest } from '../../requests/context.ts'

const CACHED = 'public, max-age=600'

/** GET /sso/saml/metadata: our metadata for identity providers (auth 7.11). */
export async function metadata(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  request.header('Content-Type', 'application/xml')
  request.header('Cache-Control', CACHED)
  if (request.req.query('download') === 'true') {
    request.header('Content-Disposition', 'attachment; filename="metadata.xml"')
  }
  return request.body(await formatMetadata(dependencies))
}

async function formatMetadata(dependencies: AuthDependencies): Promise<string> {
  const { certificate } = await getSamlKey(dependencies)
  const next = findNextCertificate(dependencies)
  const signing = [certificate, ...(next ? [next] : [])].map((text) => formatKey('signing', text))
  const encryption = dependencies.settings.samlAllowEncrypted ? [formatKey('encryption', certificate)] : []
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeXml(getEntityId(dependencies))}">
  <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${[...signing, ...encryption].join('\n    ')}
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(getAcsUrl(dependencies))}" index="1" isDefault="true"/>
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

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import * as v from 'valibot'
import { createCertificate } from '../../domain/saml/certificate.ts'
import { API_URL } from '../test-api-url.ts'
import type { TestAuth } from '../test-auth.ts'

export const ACS_URL = `${API_URL}/auth/v1/sso/saml/acs`
export const ENTITY_ID = `${API_URL}/auth/v1/sso/saml/metadata`
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const IDP_URL = 'https://idp.test'
const MINUTE_MS = 60_000
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

// The provider reads our metadata and requests unchanged, so its own validation is part of the test.
setSchemaValidator({ validate: () => Promise.resolve('no schema asked for') })

const TEMPLATE = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{ResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="{Status}"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="{NameIDFormat}">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{ConfirmedUntil}" Recipient="{Recipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{NotBefore}" NotOnOrAfter="{NotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionNotOnOrAfter="{SessionNotOnOrAfter}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>{Said}</saml:Assertion></samlp:Response>`

/** Deviations from the response of an honest provider. */
export interface Statement {
  requestId?: string
  responseTo?: string
  issuer?: string
  destination?: string
  recipient?: string
  audience?: string
  notBeforeMs?: number
  lifeMs?: number
  confirmedMs?: number
  sessionMs?: number
  status?: string
  nameId?: string
  nameIdFormat?: string
  assertionId?: string
  attributes?: Record<string, string[]>
  /** The signed part; the assertion by default. */
  signed?: 'assertion' | 'message' | 'both'
  isEncrypted?: boolean
  signatureAlgorithm?: string
}

/** An identity provider on samlify with its own key. */
export interface TestIdentityProvider {
  entityId: string
  metadata: string
  /** Returns a signed response as base64. */
  respond(statement?: Statement): Promise<string>
  /** Reads a signed request as a browser delivers it. Throws on a wrong signature. */
  readRequest(url: string): Promise<{ id: string; relayState: string; nameIdFormat: string | undefined }>
}

/** Starts a provider that knows the service by its published metadata. Browsers find it under `url`. */
export async function createTestIdentityProvider(
  auth: Pick<TestAuth, 'request'>,
  entityId = `https://idp.test/${randomUUID()}`,
  url = IDP_URL,
): Promise<TestIdentityProvider> {
  const { privateKey, certificate } = createKey()
  const ours = await (await auth.request('/sso/saml/metadata')).text()
  const metadata = toMetadata(entityId, certificate).replaceAll(`Location="${IDP_URL}/`, `Location="${url}/`)
  const provider = (statement: Statement) =>
    IdentityProvider({
      metadata: metadata.replace(entityId, statement.issuer ?? entityId),
      privateKey,
      isAssertionEncrypted: statement.isEncrypted ?? false,
      requestSignatureAlgorithm: statement.signatureAlgorithm ?? Constants.algorithms.signature.RSA_SHA256,
      loginResponseTemplate: { context: TEMPLATE, attributes: [] },
    })
  return {
    entityId,
    metadata,
    async respond(statement = {}) {
      const { signed = 'assertion' } = statement
      const service = ServiceProvider({
        metadata: ours.replace('WantAssertionsSigned="true"', `WantAssertionsSigned="${signed !== 'message'}"`),
        wantMessageSigned: signed !== 'assertion',
      })
      const fill = (template: string) => ({ id: '_response', context: fillTemplate(template, entityId, statement) })
      const request = { extract: { request: { id: statement.requestId ?? '' } } }
      const { context } = await provider(statement).createLoginResponse(service, request, 'post', {}, fill)
      return context
    },
    async readRequest(url) {
      const query = Object.fromEntries(new URL(url).searchParams)
      const [octetString = ''] = /SAMLRequest=.*(?=&Signature=)/.exec(url) ?? []
      const service = ServiceProvider({ metadata: ours })
      const { extract } = await provider({}).parseLoginRequest(service, 'redirect', { query, octetString })
      const { id } = v.parse(v.object({ id: v.string() }), extract.request)
      const policy = v.parse(v.optional(v.object({ format: v.optional(v.string()) })), extract.nameIDPolicy)
      return { id, relayState: query.RelayState ?? '', nameIdFormat: policy?.format }
    },
  }
}

function createKey(): { privateKey: string; certificate: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: createCertificate(privateKey, 'idp').toString('base64'),
  }
}

/** Renders the metadata of an identity provider as Okta and others publish them. */
export function toMetadata(entityId: string, certificate: string, more = ''): string {
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"${more}><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>${PERSISTENT}</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${IDP_URL}/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${IDP_URL}/sso?tenant=1"/></md:IDPSSODescriptor></md:EntityDescriptor>`
}

function fillTemplate(template: string, entityId: string, statement: Statement): string {
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  const { lifeMs = 5 * MINUTE_MS, requestId } = statement
  const values: Record<string, string | undefined> = {
    ID: `_${randomUUID()}`,
    AssertionID: statement.assertionId ?? `_${randomUUID()}`,
    IssueInstant: at(0),
    Issuer: statement.issuer ?? entityId,
    Destination: statement.destination ?? ACS_URL,
    Recipient: statement.recipient ?? ACS_URL,
    ResponseTo: statement.responseTo ?? requestId,
    InResponseTo: requestId,
    Status: statement.status ?? SUCCESS,
    NameIDFormat: statement.nameIdFormat ?? PERSISTENT,
    ConfirmedUntil: at(statement.confirmedMs ?? lifeMs),
    NotBefore: at(statement.notBeforeMs ?? -MINUTE_MS),
    NotOnOrAfter: at(lifeMs),
    Audience: statement.audience ?? ENTITY_ID,
    SessionNotOnOrAfter: statement.sessionMs === undefined ? undefined : at(statement.sessionMs),
    NameID: statement.nameId ?? 'ada-of-acme',
    Said: toAttributes(statement.attributes ?? { [`${CLAIMS}/emailaddress`]: ['Ada@Acme.example'] }),
  }
  return Object.entries(values).reduce(
    (text, [name, value]) =>
      value === undefined
        ? text.replace(` ${name}="{${name}}"`, '').replace(/ InResponseTo="\{ResponseTo\}"/, '')
        : text.replaceAll(`{${name}}`, value),
    template,
  )
}

function toAttributes(attributes: Record<string, string[]>): string {
  const list = Object.entries(attributes).map(([name, values]) => {
    const texts = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
    return `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`
  })
  return list.length > 0 ? `<saml:AttributeStatement>${list.join('')}</saml:AttributeStatement>` : ''
}

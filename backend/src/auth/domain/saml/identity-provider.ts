import { X509Certificate } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { errors } from '../../errors.ts'
import { listChildren, parseTime, readText, readXml } from './read-xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const PROTOCOL = /(^|\s)urn:oasis:names:tc:SAML:2\.0:protocol(\s|$)/
export const MAX_METADATA_LENGTH = 512 * 1024
const LONGEST_ID = 1_024

/** The metadata of an identity provider. */
export interface IdentityProvider {
  entityId: string
  /** The sign-in URL for browsers. */
  signInUrl: string
  /** PEM. A response may be signed with any of these keys. */
  certificates: string[]
  validUntil: Date | undefined
  /** The time for which the metadata may be cached. */
  cacheMs: number | undefined
}

/** Parses the SAML 2.0 metadata of one identity provider. Throws 400 with the missing part. */
export function parseMetadata(xml: string): IdentityProvider {
  try {
    const entity = getEntity(readXml(xml, MAX_METADATA_LENGTH))
    const entityId = entity.getAttribute('entityID') ?? ''
    if (entityId === '' || entityId.length > LONGEST_ID) throw new Error('it has no usable entityID')
    const role = getRole(entity)
    return {
      entityId,
      signInUrl: getSignInUrl(role),
      certificates: listCertificates(role),
      validUntil: parseValidUntil(entity.getAttribute('validUntil') || role.getAttribute('validUntil')),
      cacheMs: parseDurationMs(entity.getAttribute('cacheDuration') || role.getAttribute('cacheDuration')),
    }
  } catch (cause) {
    throw errors.validation(`SAML Metadata XML cannot be used: ${cause instanceof Error ? cause.message : cause}`)
  }
}

/** Federations wrap several entities; exactly one must be an identity provider. */
function getEntity(root: Element): Element {
  const isWrapped = root.namespaceURI === METADATA && root.localName === 'EntitiesDescriptor'
  const entities = isWrapped ? listChildren(root, METADATA, 'EntityDescriptor') : [root]
  const [entity, ...others] = entities.filter((candidate) => listRoles(candidate).length > 0)
  if (!entity || entity.namespaceURI !== METADATA || entity.localName !== 'EntityDescriptor') {
    throw new Error('it must contain an EntityDescriptor with an IDPSSODescriptor')
  }
  if (others.length > 0) throw new Error('it contains more than one identity provider')
  return entity
}

function listRoles(entity: Element): Element[] {
  return listChildren(entity, METADATA, 'IDPSSODescriptor')
}

function getRole(entity: Element): Element {
  const [role, ...others] = listRoles(entity)
  if (!role || others.length > 0) throw new Error('it must contain exactly one IDPSSODescriptor')
  if (!PROTOCOL.test(role.getAttribute('protocolSupportEnumeration') ?? '')) {
    throw new Error('its identity provider does not support SAML 2.0')
  }
  return role
}

function getSignInUrl(role: Element): string {
  const service = listChildren(role, METADATA, 'SingleSignOnService').find(
    (candidate) => candidate.getAttribute('Binding') === REDIRECT,
  )
  const url = service?.getAttribute('Location') ?? ''
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new Error('it has no SingleSignOnService with the HTTP-Redirect binding')
  }
  return url
}

function listCertificates(role: Element): string[] {
  const texts = listChildren(role, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => [...key.getElementsByTagNameNS(SIGNATURES, 'X509Certificate')])
    .map(readText)
  if (texts.length === 0) throw new Error('it has no certificate of a signing key')
  return texts.map(toPem)
}

function toPem(base64: string): string {
  const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error('its signing key is not an RSA key')
  return certificate.toString()
}

function parseValidUntil(text: string | null): Date | undefined {
  if (!text) return undefined
  const time = parseTime(text)
  if (!time) throw new Error('its validUntil is not a time')
  return time
}

/** Parses a duration of XML Schema (`PT1H`, `P1DT12H`); a month counts as 30 days. */
function parseDurationMs(text: string | null): number | undefined {
  const match = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/.exec(text ?? '')
  if (!match) return undefined
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  return ((((years * 365 + months * 30 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
}

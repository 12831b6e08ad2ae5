import type { Element } from '@xmldom/xmldom'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { getAcsUrl, getEntityId } from './create-saml.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { listChildren, parseTime, readText } from './read-xml.ts'

/** The namespace of assertions. */
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** The tolerated difference between the clocks of the identity provider and this server. */
const CLOCK_SKEW_MS = 60_000

/** A signed assertion of an identity provider that is meant for us and valid now. */
export interface Assertion {
  id: string
  issuer: string
  nameId: { value: string; format: string } | undefined
  /** Values by name and by friendly name. */
  attributes: Map<string, string[]>
  /** The time at which the provider wants the session to end. */
  sessionNotAfter: Date | undefined
  /** The assertion cannot be used after this time. */
  expiresAt: Date
}

/** The values that the response must match. */
export interface Expected {
  entityId: string
  identityProvider: IdentityProvider
  /** The id of the request that it responds to. Undefined for a sign-in that the identity provider began. */
  requestId: string | undefined
}

/**
 * Reads a verified assertion (SAML profiles §4.1.4). Throws an error with the reason when it is from another issuer, for
 * another service or not valid now.
 */
export function checkAssertion(dependencies: AuthDependencies, assertion: Element, expected: Expected): Assertion {
  if (assertion.namespaceURI !== ASSERTION || assertion.localName !== 'Assertion')
    throw new Error('it is not an assertion')
  const id = assertion.getAttribute('ID') ?? ''
  if (id === '') throw new Error('the assertion has no ID')
  const issuer = readText(getOnly(assertion, 'Issuer'))
  if (issuer !== expected.entityId) throw new Error('the assertion is from another issuer')
  const subject = getOnly(assertion, 'Subject')
  const confirmedUntil = getConfirmation(dependencies, subject, expected.requestId)
  requireConditions(dependencies, getOnly(assertion, 'Conditions'))
  return {
    id,
    issuer,
    nameId: readNameId(subject),
    attributes: readAttributes(assertion),
    sessionNotAfter: readSessionEnd(dependencies, assertion),
    expiresAt: new Date(confirmedUntil.getTime() + CLOCK_SKEW_MS),
  }
}

function getOnly(parent: Element, name: string): Element {
  const [child, ...others] = listChildren(parent, ASSERTION, name)
  if (!child || others.length > 0) throw new Error(`the assertion must have exactly one ${name}`)
  return child
}

/** Checks the bearer confirmation: right recipient, in time, in response to our request. Returns its expiry. */
function getConfirmation(dependencies: AuthDependencies, subject: Element, requestId: string | undefined): Date {
  for (const confirmation of listChildren(subject, ASSERTION, 'SubjectConfirmation')) {
    const [data] = listChildren(confirmation, ASSERTION, 'SubjectConfirmationData')
    const until = readTime(data, 'NotOnOrAfter')
    const isOurs =
      confirmation.getAttribute('Method') === BEARER &&
      data?.getAttribute('Recipient') === getAcsUrl(dependencies) &&
      (data.getAttribute('InResponseTo') || undefined) === requestId
    if (isOurs && until && isWithin(dependencies, readTime(data, 'NotBefore'), until)) return until
  }
  throw new Error('no subject confirmation is valid for this service, request and time')
}

function requireConditions(dependencies: AuthDependencies, conditions: Element): void {
  if (!isWithin(dependencies, readTime(conditions, 'NotBefore'), readTime(conditions, 'NotOnOrAfter'))) {
    throw new Error('it has expired or is not valid yet')
  }
  const restrictions = listChildren(conditions, ASSERTION, 'AudienceRestriction')
  const isForUs = (restriction: Element) =>
    listChildren(restriction, ASSERTION, 'Audience').some(
      (audience) => readText(audience) === getEntityId(dependencies),
    )
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw new Error('it is meant for another audience')
}

function isWithin({ now }: AuthDependencies, notBefore: Date | undefined, notOnOrAfter: Date | undefined): boolean {
  const time = now().getTime()
  if (notBefore && time + CLOCK_SKEW_MS < notBefore.getTime()) return false
  return !notOnOrAfter || time - CLOCK_SKEW_MS < notOnOrAfter.getTime()
}

function readTime(element: Element | undefined, name: string): Date | undefined {
  const text = element?.getAttribute(name)
  if (!text) return undefined
  const time = parseTime(text)
  if (!time) throw new Error(`its ${name} is not a time`)
  return time
}

function readNameId(subject: Element): Assertion['nameId'] {
  const [element, ...others] = listChildren(subject, ASSERTION, 'NameID')
  if (others.length > 0) throw new Error('its subject has several names')
  return element ? { value: readText(element), format: element.getAttribute('Format') ?? '' } : undefined
}

function readAttributes(assertion: Element): Map<string, string[]> {
  const attributes = new Map<string, string[]>()
  const add = (name: string | null, values: string[]) => {
    if (name) attributes.set(name, [...(attributes.get(name) ?? []), ...values])
  }
  for (const statement of listChildren(assertion, ASSERTION, 'AttributeStatement')) {
    for (const attribute of listChildren(statement, ASSERTION, 'Attribute')) {
      const values = listChildren(attribute, ASSERTION, 'AttributeValue').map(readText)
      const [name, friendlyName] = [attribute.getAttribute('Name'), attribute.getAttribute('FriendlyName')]
      add(name, values)
      if (friendlyName !== name) add(friendlyName, values)
    }
  }
  return attributes
}

function readSessionEnd(dependencies: AuthDependencies, assertion: Element): Date | undefined {
  const ends = listChildren(assertion, ASSERTION, 'AuthnStatement').map((statement) =>
    readTime(statement, 'SessionNotOnOrAfter'),
  )
  const times = ends.filter((end) => end !== undefined).map((end) => end.getTime())
  if (times.length === 0) return undefined
  const end = new Date(Math.min(...times))
  if (end <= dependencies.now()) throw new Error('the session at the identity provider has ended')
  return end
}

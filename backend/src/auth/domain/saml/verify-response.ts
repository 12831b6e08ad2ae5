import type { Element } from '@xmldom/xmldom'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { ASSERTION, type Assertion, checkAssertion, type Expected } from './check-assertion.ts'
import { createSaml, getAcsUrl } from './create-saml.ts'
import { listChildren, readText, readXml } from './read-xml.ts'
import { getSamlKey } from './signing-key.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const MAX_RESPONSE_LENGTH = 512 * 1024
/** SHA-1 is excluded, because collisions are practical. */
const SIGNATURE_ALGORITHMS = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]
const DIGEST_ALGORITHMS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
/** Excludes RSA PKCS #1 v1.5 (Bleichenbacher's oracle) and Triple DES. */
const ENCRYPTION_ALGORITHMS = [
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
]

/** Returns the unverified issuer of a response. Use it only to find the key that must verify the signature. */
export function readIssuer(encoded: string): string {
  const response = readResponse(encoded)
  const [assertion] = listChildren(response, ASSERTION, 'Assertion')
  const [issuer] = listChildren(response, ASSERTION, 'Issuer')
  const [innerIssuer] = assertion ? listChildren(assertion, ASSERTION, 'Issuer') : []
  return readText(issuer ?? innerIssuer)
}

/**
 * Verifies a response (SAML core §5, profiles §4.1.4). Reads only the text that the signature covers, which the library
 * returns in canonical form. Everything else in the message is ignored or must agree. Throws 400 `validation_failed`.
 */
export async function verifyResponse(
  dependencies: AuthDependencies,
  encoded: string,
  expected: Expected,
): Promise<Assertion> {
  try {
    const response = readResponse(encoded)
    requireEnvelope(dependencies, response, expected)
    requireAlgorithms(response)
    const isEncrypted = response.getElementsByTagNameNS(ASSERTION, 'EncryptedAssertion').length > 0
    const assertion = readXml(
      await getSignedAssertion(dependencies, encoded, { ...expected, isEncrypted }),
      MAX_RESPONSE_LENGTH,
    )
    return checkAssertion(dependencies, assertion, expected)
  } catch (cause) {
    throw errors.samlInvalid(cause instanceof Error ? cause.message : 'it cannot be read', cause)
  }
}

function readResponse(encoded: string): Element {
  const base64 = encoded.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw errors.samlInvalid('the SAMLResponse is not base64')
  try {
    const response = readXml(Buffer.from(base64, 'base64').toString(), MAX_RESPONSE_LENGTH)
    if (response.namespaceURI === PROTOCOL && response.localName === 'Response') return response
  } catch (cause) {
    throw errors.samlInvalid(cause instanceof Error ? cause.message : 'it cannot be read', cause)
  }
  throw errors.samlInvalid('the message is not a Response')
}

/** The envelope may be unsigned, so a match proves nothing, but a mismatch is an error. */
function requireEnvelope(dependencies: AuthDependencies, response: Element, { entityId, requestId }: Expected): void {
  if (response.getAttribute('Version') !== '2.0') throw new Error('the version is not 2.0')
  const destination = response.getAttribute('Destination')
  if (destination && destination !== getAcsUrl(dependencies))
    throw new Error('the response is meant for another destination')
  const [issuer] = listChildren(response, ASSERTION, 'Issuer')
  if (issuer && readText(issuer) !== entityId) throw new Error('the response is from another issuer')
  if ((response.getAttribute('InResponseTo') || undefined) !== requestId) {
    throw new Error('the response answers another request')
  }
  const [status] = listChildren(response, PROTOCOL, 'Status')
  const [code] = status ? listChildren(status, PROTOCOL, 'StatusCode') : []
  if (code?.getAttribute('Value') !== SUCCESS) throw new Error('the identity provider denied the sign-in')
}

function requireAlgorithms(response: Element): void {
  const requireEach = (namespace: string, name: string, allowed: string[]) => {
    for (const element of response.getElementsByTagNameNS(namespace, name)) {
      const algorithm = element.getAttribute('Algorithm') ?? ''
      if (!allowed.includes(algorithm)) throw new Error(`the algorithm ${algorithm.slice(0, 100)} is not allowed`)
    }
  }
  requireEach(SIGNATURES, 'SignatureMethod', SIGNATURE_ALGORITHMS)
  // xmlenc uses SHA-1 as the digest of RSA-OAEP, where collisions are harmless.
  for (const reference of response.getElementsByTagNameNS(SIGNATURES, 'Reference')) {
    const [method] = listChildren(reference, SIGNATURES, 'DigestMethod')
    if (!DIGEST_ALGORITHMS.includes(method?.getAttribute('Algorithm') ?? ''))
      throw new Error('the digest is not allowed')
  }
  requireEach(ENCRYPTION, 'EncryptionMethod', ENCRYPTION_ALGORITHMS)
}

async function getSignedAssertion(
  dependencies: AuthDependencies,
  encoded: string,
  { identityProvider, isEncrypted }: Expected & { isEncrypted: boolean },
): Promise<string> {
  const { privateKey } = await getSamlKey(dependencies)
  const saml = await createSaml(dependencies, identityProvider, {
    // Either signature is sufficient, because the library returns only the part that it covers.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    ...(dependencies.settings.samlAllowEncrypted ? { decryptionPvk: privateKey } : {}),
  })
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: encoded.replace(/\s/g, '') })
    .catch((cause) => {
      // One message for every decryption failure, so that the client cannot find out which padding is right (Jager and
      // Somorovsky, 2011).
      throw isEncrypted ? new Error('its encrypted content cannot be verified', { cause }) : cause
    })
  // The algorithms of the assertion are visible only after decryption. Checking them this late is safe, because the
  // signature has proved that the identity provider encrypted it.
  const decrypted = isEncrypted ? await saml.findAssertion(Buffer.from(encoded, 'base64').toString()) : null
  if (decrypted) requireAlgorithms(readXml(decrypted, MAX_RESPONSE_LENGTH))
  const xml = profile?.getAssertionXml?.()
  if (!xml) throw new Error('it contains no signed assertion')
  return xml
}

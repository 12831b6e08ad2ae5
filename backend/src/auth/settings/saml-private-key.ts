import { createPrivateKey, type KeyObject } from 'node:crypto'

const SMALLEST_BITS = 2_048
const USUAL_EXPONENT = 65_537n

/** Parses the base64 of an RSA key in PKCS #1 form. Throws for anything else. */
export function parseSamlKey(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' })
}

/** Returns the problem with a configured key, or undefined. */
export function findSamlKeyProblem(text: string): string | undefined {
  const wanted = 'must be the base64 of an RSA key in PKCS #1 form, as created by `openssl genrsa -traditional 2048`'
  try {
    const { modulusLength = 0, publicExponent } = parseSamlKey(text).asymmetricKeyDetails ?? {}
    if (modulusLength < SMALLEST_BITS) return `must have at least ${SMALLEST_BITS} bits`
    return publicExponent === USUAL_EXPONENT ? undefined : 'must have the public exponent 65537'
  } catch {
    return wanted
  }
}

import { createHash, createHmac, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** Begins the DER form of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs the bundles of this site. */
export interface InstanceKey {
  /** The 32 bytes of the public key in base64url. */
  publicKey: string
  sign(message: string): string
}

/**
 * Returns the site's Ed25519 key. It is derived from the secret key, so all processes share it and nothing has to be
 * stored. Changing the secret key changes this key.
 */
export function deriveInstanceKey(secretKey: string): InstanceKey {
  const seed = createHmac('sha256', secretKey).update('hereabouts bundles').digest()
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  return {
    publicKey: String(createPublicKey(key).export({ format: 'jwk' }).x),
    sign: (message) => sign(null, Buffer.from(message), key).toString('base64url'),
  }
}

/** Returns true if the key made the signature. False for keys and signatures that are malformed. */
export function isSignedBy(publicKey: string, message: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/**
 * Returns the signed message: the digest with a prefix that names its purpose, so that no other signature of the key
 * is valid here.
 */
export function toSignedMessage(address: string, digest: string): string {
  return `hereabouts bundle 1\n${address}\n${digest}`
}

/** Returns SHA-256 of a text in base64url. */
export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

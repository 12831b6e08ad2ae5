import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { decrypt, encrypt } from '../../kernel/encryption.ts'

type Keys = Pick<AuthDependencies, 'tokens'>

/** The prefix of encrypted secrets. Rows from a hosted project or a script hold the plain secret. */
const PREFIX = 'sealed:'
const PURPOSE = 'client secrets of custom providers'

/** Encrypts the client secret of a custom provider, so that a database dump does not reveal it. */
export function encryptClientSecret({ tokens }: Keys, secret: string): string {
  return PREFIX + encrypt(tokens.deriveKey(PURPOSE), Buffer.from(secret))
}

/** Decrypts the client secret of a row. Throws when JWT_SECRET has changed since. */
export function decryptClientSecret({ tokens }: Keys, stored: string): string {
  if (!stored.startsWith(PREFIX)) return stored
  try {
    return decrypt(tokens.deriveKey(PURPOSE), stored.slice(PREFIX.length)).toString()
  } catch (cause) {
    const remedy = 'Restore JWT_SECRET, or set client_secret again by PUT /admin/custom-providers.'
    throw new Error(`The client secret of a custom provider was encrypted with another JWT_SECRET. ${remedy}`, {
      cause,
    })
  }
}

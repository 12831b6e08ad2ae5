import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { decrypt, encrypt } from '../../kernel/encryption.ts'

type Keys = Pick<AuthDependencies, 'tokens'>

/** Marks what is sealed: rows that came from a hosted project, or from a script, hold the secret itself. */
const PREFIX = 'sealed:'
const PURPOSE = 'client secrets of custom providers'

/** The client secret of a custom provider as the database keeps it: a dump of it does not tell. */
export function encryptClientSecret({ tokens }: Keys, secret: string): string {
  return PREFIX + encrypt(tokens.deriveKey(PURPOSE), Buffer.from(secret))
}

/** The client secret of a row. Throws when JWT_SECRET is another one by now. */
export function decryptClientSecret({ tokens }: Keys, stored: string): string {
  if (!stored.startsWith(PREFIX)) return stored
  try {
    return decrypt(tokens.deriveKey(PURPOSE), stored.slice(PREFIX.length)).toString()
  } catch (cause) {
    const remedy = 'Restore JWT_SECRET, or set client_secret again by PUT /admin/custom-providers.'
    throw new Error(`The client secret of a custom provider was sealed under another JWT_SECRET. ${remedy}`, { cause })
  }
}

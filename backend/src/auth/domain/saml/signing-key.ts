import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { decrypt, encrypt } from '../../kernel/encryption.ts'
import { parseSamlKey } from '../../settings/saml-private-key.ts'
import { createServiceKey, findServiceKey } from '../../tables/service-keys.ts'
import { createCertificate } from './certificate.ts'

const NAME = 'saml'
const BITS = 2_048

/** The key pair with which this service signs requests to identity providers and decrypts their assertions. */
export interface SamlKey {
  /** PKCS #8 in PEM. */
  privateKey: string
  /** Base64 of a self-signed certificate; always the same for a key. */
  certificate: string
}

/** Keyed by the database connection of the service, because every request has its own dependencies. */
const keys = new WeakMap<AuthDependencies['sql'], Promise<SamlKey>>()

/**
 * Returns our key: the configured one, or one that is created on first use and shared by all processes on this
 * database.
 */
export function getSamlKey(dependencies: AuthDependencies): Promise<SamlKey> {
  const known = keys.get(dependencies.sql)
  if (known !== undefined) return known
  const key = loadKey(dependencies).then(withCertificate)
  keys.set(dependencies.sql, key)
  // The database may be available for the next request.
  key.catch(() => keys.delete(dependencies.sql))
  return key
}

/** Returns the certificate of the next key, if one is configured. */
export function findNextCertificate({ settings }: AuthDependencies): string | undefined {
  if (settings.samlPrivateKeyNext === undefined) return undefined
  return withCertificate(parseSamlKey(settings.samlPrivateKeyNext)).certificate
}

async function loadKey(dependencies: AuthDependencies): Promise<KeyObject> {
  const { settings, sql, tokens } = dependencies
  if (settings.samlPrivateKey !== undefined) return parseSamlKey(settings.samlPrivateKey)
  const encryptionKey = tokens.deriveKey('private key of SAML')
  const stored = await findServiceKey(sql, NAME)
  if (stored) return decryptKey(encryptionKey, stored)
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS })
  await createServiceKey(sql, NAME, encryptKey(encryptionKey, privateKey))
  return decryptKey(encryptionKey, (await findServiceKey(sql, NAME)) ?? '')
}

function encryptKey(encryptionKey: KeyObject, key: KeyObject): string {
  return encrypt(encryptionKey, key.export({ format: 'der', type: 'pkcs8' }))
}

function decryptKey(encryptionKey: KeyObject, encrypted: string): KeyObject {
  try {
    return createPrivateKey({ key: decrypt(encryptionKey, encrypted), format: 'der', type: 'pkcs8' })
  } catch (cause) {
    const remedy =
      'Restore JWT_SECRET, or delete the row "saml" of auth.service_keys and give identity providers our new metadata.'
    throw new Error(`The SAML key was encrypted with another JWT_SECRET. ${remedy}`, { cause })
  }
}

function withCertificate(key: KeyObject): SamlKey {
  return {
    privateKey: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: createCertificate(key, 'SAML 2.0').toString('base64'),
  }
}

import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import * as v from 'valibot'

const Jwk = v.looseObject({ kty: v.string(), kid: v.optional(v.string()), alg: v.optional(v.string()) })

const Secrets = v.object({
  /** JSON Web Keys; exactly one has `sign` among its `key_ops`. */
  jwtKeys: v.array(Jwk),
  /** The shared secret: for HS256 tokens of older tools, and the seed of derived secrets. */
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  /** The key for browsers: role anon. */
  publishableKey: v.pipe(v.string(), v.startsWith('sb_publishable_')),
  /** The key for trusted servers: role service_role. */
  secretKey: v.pipe(v.string(), v.startsWith('sb_secret_')),
})

export type Secrets = v.InferOutput<typeof Secrets>

/** Secrets set by the operator. Undefined ones are generated and stored. */
export type GivenSecrets = { [Name in keyof Secrets]: Secrets[Name] | undefined } & {
  /** The `kid` of tokens signed by the shared secret. */
  jwtKeyId: string | undefined
}

/**
 * Loads the secrets of an installation with its own data folder: those given, and otherwise those stored in
 * `<dataFolder>/secrets.json`, which is created on first start and readable by its owner only. Processes that start at
 * the same time use the same secrets. Throws when the file is damaged, because new keys would sign everyone out.
 */
export async function loadSecrets(dataFolder: string, given: GivenSecrets): Promise<Secrets> {
  const stored = findSecrets(dataFolder) ?? saveSecrets(dataFolder, await createSecrets())
  return mergeSecrets(stored, given)
}

/** Reads the secrets of a data folder; null when there are none. Closes the file to other users. */
export function findSecrets(dataFolder: string): Secrets | null {
  const file = join(dataFolder, 'secrets.json')
  const text = findText(file)
  if (text === null) return null
  try {
    chmodSync(file, 0o600)
    return parseSecrets(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} is damaged. Restore it from a backup; deleting it signs everyone out.`, { cause })
  }
}

function findText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new Error(`${file} is not readable by this user. Start as its owner, or as root.`, { cause })
  }
}

/** Validates secrets from a file or a database. */
export function parseSecrets(value: unknown): Secrets {
  return v.parse(Secrets, value)
}

/** Generates secrets with an ES256 signing key. */
export async function createSecrets(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomBytes(12).toString('base64url')
  return {
    jwtKeys: [{ ...(await exportJWK(privateKey)), kty: 'EC', kid, alg: 'ES256', use: 'sig', key_ops: ['sign'] }],
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
  }
}

/**
 * Merges the operator's secrets over the stored ones. A shared secret without keys also signs, because its owner has
 * programs that verify tokens with it (auth 3.1).
 */
export function mergeSecrets(stored: Secrets, given: GivenSecrets): Secrets {
  return {
    jwtKeys: given.jwtKeys ?? (given.jwtSecret ? [toSharedKey(given.jwtSecret, given.jwtKeyId)] : stored.jwtKeys),
    jwtSecret: given.jwtSecret ?? stored.jwtSecret,
    publishableKey: given.publishableKey ?? stored.publishableKey,
    secretKey: given.secretKey ?? stored.secretKey,
  }
}

function toSharedKey(secret: string, kid: string | undefined): Secrets['jwtKeys'][number] {
  const k = Buffer.from(secret).toString('base64url')
  return { kty: 'oct', k, alg: 'HS256', key_ops: ['sign'], ...(kid ? { kid } : {}) }
}

/**
 * Writes the secrets unless another process was first, and returns the stored ones. The file is written under a
 * temporary name, then hard-linked: a kill leaves no partial file, and only one process can create the link.
 */
function saveSecrets(dataFolder: string, secrets: Secrets): Secrets {
  const file = join(dataFolder, 'secrets.json')
  const fresh = `${file}.${process.pid}`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(fresh, file)
    return secrets
  } catch (error) {
    const stored = findSecrets(dataFolder)
    if (!stored) throw error
    return stored
  } finally {
    rmSync(fresh, { force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import * as v from 'valibot'

const Jwk = v.looseObject({ kty: v.string(), kid: v.optional(v.string()), alg: v.optional(v.string()) })

const Secrets = v.object({
  /** JSON Web Keys; exactly one has `sign` among its `key_ops`. */
  jwtKeys: v.array(Jwk),
  /** Shared secret: HS256 tokens of older tools, and the seed that other secrets are derived from. */
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  /** The key a browser may know: role anon. */
  publishableKey: v.pipe(v.string(), v.startsWith('sb_publishable_')),
  /** The key of trusted servers: role service_role. */
  secretKey: v.pipe(v.string(), v.startsWith('sb_secret_')),
})

export type Secrets = v.InferOutput<typeof Secrets>

/** Secrets that the operator set; those that are undefined are made and kept for him. */
export type GivenSecrets = { [Name in keyof Secrets]: Secrets[Name] | undefined } & {
  /** The `kid` of tokens that the shared secret signs. */
  jwtKeyId: string | undefined
}

/**
 * The secrets of an installation with its own data folder: those given, and for the rest those kept in
 * `<dataFolder>/secrets.json`, which is made on first start and readable by its owner only. Processes that start at once agree.
 * Throws when the file is damaged, since new keys would sign everybody out.
 */
export async function loadSecrets(dataFolder: string, given: GivenSecrets): Promise<Secrets> {
  const kept = findSecrets(dataFolder) ?? keepSecrets(dataFolder, await createSecrets())
  return applyGiven(kept, given)
}

/** The secrets kept in a data folder, null where there are none yet. Closes the file to other users if it was open. */
export function findSecrets(dataFolder: string): Secrets | null {
  const file = join(dataFolder, 'secrets.json')
  const text = findText(file)
  if (text === null) return null
  try {
    chmodSync(file, 0o600)
    return parseSecrets(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} is damaged. Restore it from a backup; deleting it signs everybody out.`, { cause })
  }
}

function findText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new Error(`${file} cannot be read by this user. Start as the user who made it, or as root.`, { cause })
  }
}

/** Checks secrets that come from a file or a database. */
export function parseSecrets(value: unknown): Secrets {
  return v.parse(Secrets, value)
}

/** New random secrets with an ES256 signing key. */
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
 * The secrets of the operator before those that are kept. A shared secret without keys signs by itself (contract §3.1): whoever
 * brings one has programs that check tokens by it.
 */
export function applyGiven(kept: Secrets, given: GivenSecrets): Secrets {
  return {
    jwtKeys: given.jwtKeys ?? (given.jwtSecret ? [toSharedKey(given.jwtSecret, given.jwtKeyId)] : kept.jwtKeys),
    jwtSecret: given.jwtSecret ?? kept.jwtSecret,
    publishableKey: given.publishableKey ?? kept.publishableKey,
    secretKey: given.secretKey ?? kept.secretKey,
  }
}

function toSharedKey(secret: string, kid: string | undefined): Secrets['jwtKeys'][number] {
  const k = Buffer.from(secret).toString('base64url')
  return { kty: 'oct', k, alg: 'HS256', key_ops: ['sign'], ...(kid ? { kid } : {}) }
}

/**
 * Writes the secrets unless another process was first, and returns those that are kept. Written beside and linked: a kill
 * half-way leaves no half file of keys, and only one of two processes can make the link.
 */
function keepSecrets(dataFolder: string, secrets: Secrets): Secrets {
  const file = join(dataFolder, 'secrets.json')
  const fresh = `${file}.${process.pid}`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(fresh, file)
    return secrets
  } catch (error) {
    const kept = findSecrets(dataFolder)
    if (!kept) throw error
    return kept
  } finally {
    rmSync(fresh, { force: true })
  }
}

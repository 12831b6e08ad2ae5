import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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

/**
 * The secrets of this installation: those given, and for the rest those kept in `<dataFolder>/secrets.json`, which is made on
 * first start and readable by its owner only. Throws when the file is damaged, since new keys would sign everybody out.
 */
export async function loadSecrets(dataFolder: string, given: Partial<Secrets>): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json')
  const kept = readSecrets(file) ?? (await createSecrets(file))
  return v.parse(Secrets, { ...kept, ...withoutUndefined(given) })
}

function readSecrets(file: string): Secrets | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return v.parse(Secrets, JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} is damaged. Restore it from a backup; deleting it signs everybody out.`, { cause })
  }
}

async function createSecrets(file: string): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomBytes(12).toString('base64url')
  const secrets: Secrets = {
    jwtKeys: [{ ...(await exportJWK(privateKey)), kty: 'EC', kid, alg: 'ES256', use: 'sig', key_ops: ['sign'] }],
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
  }
  mkdirSync(join(file, '..'), { recursive: true })
  // Written beside and renamed: a kill half-way must not leave half a file of keys.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>
}

import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { exportJWK, exportSPKI, generateKeyPair, generateSecret, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

const SECRET = 'a shared secret of tests, long enough'
const CLAIMS = { sub: '00000000-0000-4000-8000-00000000000a', role: 'authenticated' }

async function createKey(alg: string, more: JWK = {}): Promise<JWK> {
  const crv = alg === 'EdDSA' ? { crv: 'Ed25519' } : {}
  const key =
    alg === 'HS256'
      ? await generateSecret(alg, { extractable: true })
      : (await generateKeyPair(alg, { extractable: true, ...crv })).privateKey
  return { ...(await exportJWK(key)), alg, kid: `key of ${alg}`, key_ops: ['sign'], ...more }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each(['RS256', 'RS512', 'ES256', 'ES512', 'EdDSA', 'HS256'])(
  'signs with the kid of a %s key and accepts its tokens (auth 3.1)',
  async (alg) => {
    const tokens = await createTokens([await createKey(alg)], SECRET)
    const token = await tokens.sign(CLAIMS)
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    expect(header).toEqual({ alg, typ: 'JWT', kid: `key of ${alg}` })
    expect(await tokens.verify(token)).toEqual(CLAIMS)
    expect(tokens.publicKeys).toHaveLength(alg === 'HS256' ? 0 : 1)
  },
)

test('signs with the default algorithm of a key that names none (auth 3.1)', async () => {
  const { alg: _alg, ...key } = await createKey('EdDSA')
  const tokens = await createTokens([key], SECRET)
  expect(await tokens.verify(await tokens.sign(CLAIMS))).toEqual(CLAIMS)
})

test('requires exactly one signing key, and accepts tokens of the others (auth 3.1)', async () => {
  const old = await createKey('RS256')
  const before = await createTokens([old], SECRET)
  const after = await createTokens([{ ...old, key_ops: ['verify'] }, await createKey('ES256')], SECRET)
  expect(await after.verify(await before.sign(CLAIMS))).toEqual(CLAIMS)
  await expect(createTokens([old, await createKey('ES256')], SECRET)).rejects.toThrow('exactly one')
  await expect(createTokens([{ ...old, key_ops: ['verify'] }], SECRET)).rejects.toThrow('exactly one')
})

test('accepts tokens signed with the shared secret with an unknown kid or none (auth 2)', async () => {
  const tokens = await createTokens([await createKey('ES256')], SECRET)
  for (const header of [{ alg: 'HS256' }, { alg: 'HS256', kid: 'of another tool' }]) {
    const token = await new SignJWT({ role: 'service_role' }).setProtectedHeader(header).sign(Buffer.from(SECRET))
    expect(await tokens.verify(token)).toEqual({ role: 'service_role' })
  }
})

test('rejects expired and not yet valid tokens (auth 2)', async () => {
  const tokens = await createTokens([await createKey('ES256')], SECRET)
  const now = Math.floor(Date.now() / 1_000)
  await expect(tokens.verify(await tokens.sign({ ...CLAIMS, exp: now - 60 }))).rejects.toThrow()
  await expect(tokens.verify(await tokens.sign({ ...CLAIMS, nbf: now + 600 }))).rejects.toThrow()
  await expect(tokens.verify(await tokens.sign({ ...CLAIMS, iat: now + 600 }))).rejects.toThrow('"iat"')
  expect(await tokens.verify(await tokens.sign({ ...CLAIMS, iat: now + 10 }))).toMatchObject(CLAIMS)
})

test('rejects alg none, other algorithms, and a public key used as a secret (auth 2)', async () => {
  const key = await createKey('RS256')
  const tokens = await createTokens([key], SECRET)
  const [publicKey = {}] = tokens.publicKeys
  const pair = await generateKeyPair('RS256', { extractable: true })
  const forged = [
    `${encode({ alg: 'none' })}.${encode(CLAIMS)}.`,
    `${encode({ alg: 'None', kid: key.kid })}.${encode(CLAIMS)}.`,
    `${encode({ alg: '', kid: key.kid })}.${encode(CLAIMS)}.AAAA`,
    // Key confusion: the public RSA key used as an HMAC secret.
    ...(await Promise.all(
      [publicKey.n ?? '', JSON.stringify(publicKey), await exportSPKI(pair.publicKey)].map((secret) =>
        new SignJWT(CLAIMS)
          .setProtectedHeader({ alg: 'HS256', kid: key.kid ?? '' })
          .sign(createSecretKey(Buffer.from(secret))),
      ),
    )),
    // A key of the attacker, embedded or referenced.
    await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', jwk: await exportJWK(pair.publicKey) })
      .sign(pair.privateKey),
    await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'RS256', kid: '../../etc/passwd', jku: 'https://evil.test/jwks.json' })
      .sign(pair.privateKey),
    await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS512' }).sign(Buffer.from(SECRET)),
  ]
  for (const token of forged) await expect(tokens.verify(token)).rejects.toThrow()
})

test('rejects unknown critical headers (auth 2)', async () => {
  const tokens = await createTokens([await createKey('ES256')], SECRET)
  const token = await new SignJWT(CLAIMS)
    .setProtectedHeader({ alg: 'HS256', crit: ['x'], x: 1 })
    .sign(Buffer.from(SECRET), { crit: { x: true } })
  await expect(tokens.verify(token)).rejects.toThrow()
})

test('rejects every modification of a token (auth 2)', async () => {
  const tokens = await createTokens([await createKey('ES256')], SECRET)
  const token = await tokens.sign({ ...CLAIMS, exp: Math.floor(Date.now() / 1_000) + 3_600 })
  const change = fc.record({
    place: fc.nat(token.length - 1),
    character: fc.constantFrom(...'ABCxyz019-_.=+/ \n'),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ place, character }) => {
      const changed = `${token.slice(0, place)}${character}${token.slice(place + 1)}`
      const isSame = decodeParts(changed) === decodeParts(token)
      const outcome = await tokens.verify(changed).catch(() => undefined)
      expect(outcome === undefined || isSame).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('reads a duplicate claim or header in one way only, and rejects garbage (auth 2)', async () => {
  const tokens = await createTokens([await createKey('ES256')], SECRET)
  const sign = (header: string, payload: string) => {
    const input = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`
    return `${input}.${createHmac('sha256', SECRET).update(input).digest('base64url')}`
  }
  const twice = sign('{"alg":"none","alg":"HS256"}', '{"role":"anon","role":"service_role"}')
  expect(await tokens.verify(twice)).toEqual({ role: 'service_role' })
  const bodies = ['[]', '"x"', '1', 'null', '{', '', '\u0000', '{"exp":"tomorrow"}', '{"exp":null}', '{"nbf":{}}']
  for (const body of bodies) await expect(tokens.verify(sign('{"alg":"HS256"}', body))).rejects.toThrow()
})

test('rejects any text without hanging (auth 2)', async () => {
  const tokens = await createTokens([await createKey('ES256')], SECRET)
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.string(), { maxLength: 6 }).map((parts) => parts.join('.')),
    fc.array(fc.json(), { minLength: 3, maxLength: 3 }).map((parts) => parts.map(encode).join('.')),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await expect(tokens.verify(text)).rejects.toThrow()
    }),
    { numRuns: 300 },
  )
  const large = randomBytes(500_000).toString('base64url')
  const started = process.cpuUsage()
  await expect(tokens.verify(`${large}.${large}.${large}`)).rejects.toThrow()
  await expect(tokens.verify('.'.repeat(1_000_000))).rejects.toThrow()
  // CPU time, because a busy machine takes longer.
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
})

test('excludes algorithms with JWT_VALID_METHODS, even HS256, but not the signing one (auth 2)', async () => {
  const key = await createKey('ES256')
  const all = await createTokens([key], SECRET)
  const strict = await createTokens([key], SECRET, ['ES256'])
  const shared = await new SignJWT({ sub: 'a' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET))
  expect((await all.verify(shared)).sub).toBe('a')
  await expect(strict.verify(shared)).rejects.toThrow('not allowed')
  expect((await strict.verify(await all.sign({ sub: 'a' }))).sub).toBe('a')
  await expect(createTokens([key], SECRET, ['RS256'])).rejects.toThrow(/JWT_VALID_METHODS must include ES256/)
})

/** Decodes the parts, because base64 has several spellings of one value and another spelling is not a forgery. */
function decodeParts(token: string): string {
  return token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.')
}

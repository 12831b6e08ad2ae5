import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createTokens } from '../http/tokens/tokens.ts'
import { findSecrets, loadSecrets } from './secrets.ts'

const NOTHING_GIVEN = {
  jwtKeys: undefined,
  jwtSecret: undefined,
  jwtKeyId: undefined,
  publishableKey: undefined,
  secretKey: undefined,
}
const JWT_SECRET = 'a shared secret of the operator, long enough'

function createFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'hereabouts-secrets-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

test('creates the same secrets for concurrent first starts, in one file readable by its owner', async () => {
  using folder = createFolder()
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(folder.path, NOTHING_GIVEN)))
  for (const other of others) expect(other).toEqual(first)
  expect(findSecrets(folder.path)).toEqual(first)
  expect(readdirSync(folder.path)).toEqual(['secrets.json'])
  expect(statSync(join(folder.path, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('uses a secret of the operator without storing it', async () => {
  using folder = createFolder()
  const used = await loadSecrets(folder.path, { ...NOTHING_GIVEN, jwtSecret: JWT_SECRET })
  expect(used.jwtSecret).toBe(JWT_SECRET)
  expect(findSecrets(folder.path)?.jwtSecret).not.toBe(JWT_SECRET)
})

test.each([
  [undefined, { alg: 'HS256', typ: 'JWT' }],
  ['of-last-year', { alg: 'HS256', typ: 'JWT', kid: 'of-last-year' }],
])('signs tokens with the shared secret when no keys are set; JWT_KEY_ID %s (auth 3.1)', async (jwtKeyId, header) => {
  using folder = createFolder()
  const { jwtKeys, jwtSecret } = await loadSecrets(folder.path, { ...NOTHING_GIVEN, jwtSecret: JWT_SECRET, jwtKeyId })
  const tokens = await createTokens(jwtKeys, jwtSecret)
  const token = await tokens.sign({ role: 'authenticated' })
  expect(decodeProtectedHeader(token)).toEqual(header)
  expect((await jwtVerify(token, Buffer.from(JWT_SECRET))).payload).toEqual({ role: 'authenticated' })
  expect(await tokens.verify(token)).toEqual({ role: 'authenticated' })
  expect(tokens.publicKeys).toEqual([])
})

test("signs with the operator's keys before the shared secret, whose id is then unused (auth 3.1)", async () => {
  using folder = createFolder()
  const { jwtKeys } = await loadSecrets(folder.path, NOTHING_GIVEN)
  const given = { ...NOTHING_GIVEN, jwtKeys, jwtSecret: JWT_SECRET, jwtKeyId: 'of-last-year' }
  expect((await loadSecrets(folder.path, given)).jwtKeys).toEqual(jwtKeys)
})

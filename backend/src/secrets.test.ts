import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSecrets, loadSecrets } from './secrets.ts'

const NOTHING_GIVEN = { jwtKeys: undefined, jwtSecret: undefined, publishableKey: undefined, secretKey: undefined }

function createFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'hereabouts-secrets-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

test('all who ask at once for the first time get the same secrets, kept in one file for its owner', async () => {
  using folder = createFolder()
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(folder.path, NOTHING_GIVEN)))
  for (const other of others) expect(other).toEqual(first)
  expect(findSecrets(folder.path)).toEqual(first)
  expect(readdirSync(folder.path)).toEqual(['secrets.json'])
  expect(statSync(join(folder.path, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('a secret that the operator sets is used and not kept', async () => {
  using folder = createFolder()
  const jwtSecret = 'a shared secret of the operator, long enough'
  const used = await loadSecrets(folder.path, { ...NOTHING_GIVEN, jwtSecret })
  expect(used.jwtSecret).toBe(jwtSecret)
  expect(findSecrets(folder.path)?.jwtSecret).not.toBe(jwtSecret)
})

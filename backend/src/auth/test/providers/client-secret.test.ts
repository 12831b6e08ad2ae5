import { expect, test } from 'vitest'
import { createTokens } from '../../../http/tokens/tokens.ts'
import { decryptClientSecret, encryptClientSecret } from '../../domain/providers/client-secret.ts'

const KEY = { kty: 'oct', k: 'a2V5IG9mIHRlc3RzLCBhdCBsZWFzdCAzMiBieXRlcyBsb25n', key_ops: ['sign'] }

test('stores a client secret encrypted and decrypts it with JWT_SECRET only (auth 8)', async () => {
  const [ours, others] = await Promise.all(['ours', 'others'].map((secret) => createTokens([KEY], secret)))
  if (!ours || !others) throw new Error('There are no tokens.')
  const encrypted = encryptClientSecret({ tokens: ours }, 'a very secret text ✓')
  expect(encrypted).not.toContain('secret')
  expect(encryptClientSecret({ tokens: ours }, 'a very secret text ✓')).not.toBe(encrypted)
  expect(decryptClientSecret({ tokens: ours }, encrypted)).toBe('a very secret text ✓')
  expect(() => decryptClientSecret({ tokens: others }, encrypted)).toThrow(/another JWT_SECRET.*client_secret again/)
  expect(() => decryptClientSecret({ tokens: ours }, `${encrypted.slice(0, -2)}AA`)).toThrow()
})

test('reads a plain client secret that another system wrote (auth 8)', async () => {
  const tokens = await createTokens([KEY], 'ours')
  expect(decryptClientSecret({ tokens }, 'plain')).toBe('plain')
})

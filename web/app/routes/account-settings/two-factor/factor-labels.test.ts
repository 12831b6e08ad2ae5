import { expect, test } from 'vitest'
import type { SecondFactor } from '#app/features/account/sign-in/codes/second-factors.ts'
import { describeSafety } from './factor-labels.ts'

const createFactor = (factor: Partial<SecondFactor>): SecondFactor => ({
  id: '1',
  kind: 'totp',
  name: 'phone',
  phoneEnding: undefined,
  createdAt: '2026-01-01T00:00:00Z',
  usedAt: null,
  ...factor,
})

test('suggests a backup for a single method and says nothing without any', () => {
  expect(describeSafety([])).toBeUndefined()
  expect(describeSafety([createFactor({})])).toMatchObject({
    kind: 'warn',
    text: expect.stringMatching(/lose “phone”/),
  })
})

test('names the method that remains; an unnamed one by its type', () => {
  const laptop = createFactor({ kind: 'webauthn', name: 'laptop' })
  expect(describeSafety([createFactor({}), laptop])?.text).toBe(
    'You have two methods. If you lose “phone”, you can still sign in with “laptop”.',
  )
  const phone = createFactor({ kind: 'phone', name: '', phoneEnding: '42' })
  expect(describeSafety([phone, laptop])?.text).toContain('the phone ending in 42')
})

import { expect, test } from 'vitest'
import type { SecondFactor } from '#app/features/account/sign-in/second-factors.ts'
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

test('without a second step nothing is said, with one a backup is asked for', () => {
  expect(describeSafety([])).toBeUndefined()
  expect(describeSafety([createFactor({})])).toMatchObject({
    kind: 'warn',
    text: expect.stringMatching(/lose “phone”/),
  })
})

test('with two, what is left opens the door; one without a name is told by its kind', () => {
  const laptop = createFactor({ kind: 'webauthn', name: 'laptop' })
  expect(describeSafety([createFactor({}), laptop])?.text).toBe(
    'Two ways in. If you lose “phone”, “laptop” still opens the door.',
  )
  const phone = createFactor({ kind: 'phone', name: '', phoneEnding: '42' })
  expect(describeSafety([phone, laptop])?.text).toContain('the phone ending in 42')
})

import { expect, test } from 'vitest'
import { getProviderName } from './sign-in-methods.ts'

test('names providers by their brand and other methods by their type', () => {
  expect(['github', 'email', 'sso:0d1c', 'custom:city-library', 'constructor'].map(getProviderName)).toEqual([
    'GitHub',
    'Email',
    'Your organisation',
    'city-library',
    'constructor',
  ])
})

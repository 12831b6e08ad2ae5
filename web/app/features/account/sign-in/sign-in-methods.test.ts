import { expect, test } from 'vitest'
import { nameProvider } from './sign-in-methods.ts'

test('services are called as they call themselves, everything else by what it is', () => {
  expect(['github', 'email', 'sso:0d1c', 'custom:city-library', 'constructor'].map(nameProvider)).toEqual([
    'GitHub',
    'E-mail',
    'Your organisation',
    'city-library',
    'constructor',
  ])
})

import { expect, test } from 'vitest'
import { toProfileRow } from './profile-sync.ts'

const id = '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11'

test('the profile row is made of the metadata, with null for what is missing', () => {
  const user_metadata = { username: 'ada', name: 'Ada', theme: 'night' }
  expect(toProfileRow({ id, email: 'ada@example.org', user_metadata })).toEqual({
    id,
    email: 'ada@example.org',
    avatar_url: null,
    username: 'ada',
    name: 'Ada',
    surname: null,
  })
})

test('metadata of any shape makes a row', () => {
  const row = { id, email: null, avatar_url: null, username: null, name: null, surname: null }
  expect(toProfileRow({ id, user_metadata: { username: 7, name: ['x'], surname: {} } })).toEqual(row)
})

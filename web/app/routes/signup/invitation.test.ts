import { expect, test } from 'vitest'
import { readInvitationToken } from './invitation.ts'

const token = 'abcdefghijkmnpqrstuvwxyz23'

test('reads the token of a link, a code, and a code with spaces', () => {
  for (const text of [
    token,
    ` ${token} `,
    `https://map.example/auth/signup?invitation=${token}&x=1`,
    `https://map.example/explore?list=trains234567&invite=${token}`,
    'abcdefghijkmn pqrstuvwxyz23',
  ])
    expect(readInvitationToken(text)).toBe(token)
})

test('shortens other texts, and returns null for none', () => {
  expect(readInvitationToken('9fQ2-TT7')).toBe('9fQ2-TT7')
  expect(readInvitationToken('X'.repeat(5000))).toHaveLength(64)
  expect(readInvitationToken('a\0b')).toBe('ab')
  expect(readInvitationToken(' \0')).toBeNull()
  expect(readInvitationToken(null)).toBeNull()
})

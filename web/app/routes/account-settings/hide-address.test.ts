import { expect, test } from 'vitest'
import { hideAddress } from './hide-address.ts'

test('the last byte of an IPv4 address and all but the network of an IPv6 address are left out', () => {
  expect(hideAddress('203.0.113.42')).toBe('203.0.113.x')
  expect(hideAddress('::ffff:203.0.113.42')).toBe('203.0.113.x')
  expect(hideAddress('2001:db8:17:4::1')).toBe('2001:db8:17:x')
  expect(hideAddress('2001:db8::1')).toBe('2001:db8:0:x')
})

test('the address of this machine itself is told as it is', () => {
  expect(hideAddress('::1')).toBe('::1')
})

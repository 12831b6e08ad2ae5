import { expect, test } from 'vitest'
import { maskIpAddress } from './mask-ip-address.ts'

test('hides the last byte of an IPv4 address and all but the network of an IPv6 address', () => {
  expect(maskIpAddress('203.0.113.42')).toBe('203.0.113.x')
  expect(maskIpAddress('::ffff:203.0.113.42')).toBe('203.0.113.x')
  expect(maskIpAddress('2001:db8:17:4::1')).toBe('2001:db8:17:x')
  expect(maskIpAddress('2001:db8::1')).toBe('2001:db8:0:x')
})

test('keeps a loopback address unchanged', () => {
  expect(maskIpAddress('::1')).toBe('::1')
})

/**
 * The part of an address that says roughly where: the last byte of IPv4, and all but the network of IPv6, are left out. Says no
 * more than it knows: whose it is and where, only its provider can tell.
 */
export function maskIpAddress(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (mapped.includes('.')) return mapped.replace(/\.\d+$/, '.x')
  const groups = expand(mapped).slice(0, 3)
  return groups.every((group) => group === '0') ? address : `${groups.join(':')}:x`
}

function expand(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === '' ? [] : tail.split(':')
  const missing = address.includes('::') ? Math.max(0, 8 - start.length - end.length) : 0
  return [...start, ...Array.from({ length: missing }, () => '0'), ...end]
}

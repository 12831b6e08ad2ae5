/** Hides the last byte of an IPv4 address, and everything after the network prefix of an IPv6 address. */
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

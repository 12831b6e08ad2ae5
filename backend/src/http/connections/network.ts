import { isIPv6 } from 'node:net'

const PREFIX_GROUPS = 4

/**
 * Returns the network of a canonical address, by which limits count: an IPv6 /64, because one subscriber has at least
 * that many addresses, and the address itself for IPv4.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${all.slice(0, PREFIX_GROUPS).join(':')}::/64`
}

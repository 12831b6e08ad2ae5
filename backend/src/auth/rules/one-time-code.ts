import { createHash, randomInt } from 'node:crypto'

/** Marks the hash of a code that ends a PKCE flow: its link answers with a code to exchange, not with tokens. */
export const PKCE_PREFIX = 'pkce_'

/** Digits, uniform, padded with zeros. */
export function createCode(length: number): string {
  return randomInt(0, 10 ** length)
    .toString()
    .padStart(length, '0')
}

/** What is stored of a code and stands in the mailed link: SHA-224 of address and code. Contract §6.3. */
export function hashCode(address: string, code: string): string {
  return createHash('sha224').update(address).update(code).digest('hex')
}

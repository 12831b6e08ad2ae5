import { createHash, createHmac, randomInt } from 'node:crypto'
import { sameText } from '../../../http/caller.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'

/** Marks the hash of a code that ends a PKCE flow: its link answers with a code to exchange, not with tokens. */
export const PKCE_PREFIX = 'pkce_'

type Keys = Pick<AuthDependencies, 'tokens'>

/** Digits, uniform, padded with zeros. */
export function createCode(length: number): string {
  return randomInt(0, 10 ** length)
    .toString()
    .padStart(length, '0')
}

/**
 * What is stored of a code that is sent, and stands in its link. Keyed: with a plain hash, whoever knows an address could make the
 * links of all codes and try them, past the limit of typed codes, which counts by address.
 */
export function hashCode({ tokens }: Keys, address: string, code: string): string {
  return createHmac('sha224', tokens.deriveKey('one-time codes')).update(`${address}\n${code}`).digest('hex')
}

/** SHA-224 of address and code, as hosted projects store it: of codes that an operator makes. Contract §6.3. */
export function hashCodeWithoutKey(address: string, code: string): string {
  return createHash('sha224').update(address).update(code).digest('hex')
}

/** Whether a stored hash, of either kind, is that of a code for an address. */
export function isCodeOf(keys: Keys, stored: string, { address, code }: { address: string; code: string }): boolean {
  const hash = stored.startsWith(PKCE_PREFIX) ? stored.slice(PKCE_PREFIX.length) : stored
  return sameText(hash, hashCode(keys, address, code)) || sameText(hash, hashCodeWithoutKey(address, code))
}

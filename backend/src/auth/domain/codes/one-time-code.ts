import { createHash, createHmac, randomInt } from 'node:crypto'
import { sameText } from '../../../http/tokens/caller.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'

/** The prefix of hashes that end a PKCE flow: their link responds with an authorization code, not with tokens. */
export const PKCE_PREFIX = 'pkce_'

type Keys = Pick<AuthDependencies, 'tokens'>

/** Returns uniformly random digits, padded with zeros. */
export function createCode(length: number): string {
  return randomInt(0, 10 ** length)
    .toString()
    .padStart(length, '0')
}

/**
 * Returns the stored hash of an emailed code, which its link contains. It is keyed: with a plain hash, anyone who knows
 * an address could compute the links of all codes and try them, bypassing the limit on typed codes.
 */
export function hashCode({ tokens }: Keys, address: string, code: string): string {
  return createHmac('sha224', tokens.deriveKey('one-time codes')).update(`${address}\n${code}`).digest('hex')
}

/** Returns SHA-224 of address and code, as hosted projects store it, for codes that operators create (auth 6.3). */
export function hashCodeWithoutKey(address: string, code: string): string {
  return createHash('sha224').update(address).update(code).digest('hex')
}

/** Checks a code for an address against a stored hash of either kind. */
export function isCodeOf(keys: Keys, stored: string, { address, code }: { address: string; code: string }): boolean {
  const hash = stored.startsWith(PKCE_PREFIX) ? stored.slice(PKCE_PREFIX.length) : stored
  return sameText(hash, hashCode(keys, address, code)) || sameText(hash, hashCodeWithoutKey(address, code))
}

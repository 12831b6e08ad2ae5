import { createHash } from 'node:crypto'
import { sameText } from '../../../http/tokens/caller.ts'
import { errors } from '../../errors.ts'

/** A valid code challenge (RFC 7636). */
export interface Pkce {
  challenge: string
  method: 's256' | 'plain'
}

/** Parses the code challenge of a request. Returns undefined when there is none (auth 6.1). */
export function parsePkce(body: { code_challenge?: string; code_challenge_method?: string }): Pkce | undefined {
  const { code_challenge: challenge = '', code_challenge_method: methodText = '' } = body
  if (challenge === '' && methodText === '') return undefined
  if (challenge === '' || methodText === '') {
    throw errors.validation('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw errors.validation('code challenge must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
  }
  const method = methodText.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw errors.validation('code challenge method must be s256 or plain')
  return { challenge, method }
}

/** Checks a verifier against a challenge. */
export function isVerifierOf(verifier: string, { challenge, method }: Pkce): boolean {
  const derived = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return sameText(derived, challenge)
}

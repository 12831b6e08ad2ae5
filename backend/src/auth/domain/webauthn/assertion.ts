import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { readOrigin } from './client-data.ts'
import { loadLibrary } from './load-library.ts'
import type { RelyingParty } from './relying-party.ts'

/** The fields of a stored credential that are needed to verify its signatures. */
export interface KnownCredential {
  /** base64url. */
  id: string
  publicKey: Uint8Array
  signCount: number
}

/** The result of a valid signature. */
export interface VerifiedAssertion {
  signCount: number
  isBackedUp: boolean
  isUserVerified: boolean
}

/** The signature counter did not increase, so the authenticator may have been cloned (WebAuthn §6.1.1). */
export class ClonedAuthenticatorError extends Error {
  constructor() {
    super('The counter of the authenticator did not increase.')
    this.name = 'ClonedAuthenticatorError'
  }
}

/** Returns the options with which the browser signs with one of the credentials, or with any discoverable one. */
export async function createAssertionRequest(
  party: RelyingParty,
  { timeoutMs, allowed }: { timeoutMs: number; allowed?: { id: string; transports: string[] }[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: timeoutMs,
    userVerification: 'preferred',
    ...(allowed ? { allowCredentials: allowed } : {}),
  })
}

/**
 * Verifies that a credential signed this challenge for this site. Throws the library's error or {@link
 * ClonedAuthenticatorError}.
 */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  { response, known }: { response: AuthenticationResponseJSON; known: KnownCredential },
): Promise<VerifiedAssertion> {
  if (response.id !== known.id) throw new Error('The signature is from another credential.')
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: readOrigin(party, response.response.clientDataJSON),
    expectedRPID: party.id,
    requireUserVerification: false,
    // The counter is compared below, where a clone can be distinguished from a bad signature.
    credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: 0 },
  })
  if (!verified) throw new Error('The signature is invalid.')
  const { newCounter, credentialBackedUp, userVerified } = authenticationInfo
  // Authenticators without a counter always send 0.
  const isUncounted = newCounter === 0 && known.signCount === 0
  if (!isUncounted && newCounter <= known.signCount) throw new ClonedAuthenticatorError()
  return { signCount: newCounter, isBackedUp: credentialBackedUp, isUserVerified: userVerified }
}

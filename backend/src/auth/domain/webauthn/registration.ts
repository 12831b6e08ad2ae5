import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewCredential } from '../../tables/passkeys.ts'
import { readOrigin } from './client-data.ts'
import { loadLibrary } from './load-library.ts'
import type { RelyingParty } from './relying-party.ts'

/** Ed25519, ECDSA on P-256 and RSA, as COSE numbers (RFC 9053). Every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

interface CredentialRequest {
  timeoutMs: number
  /** The text of the id is the user handle. */
  user: { id: string; name: string }
  /** Ids of the account's existing credentials, base64url. */
  existing: { id: string; transports: string[] }[]
  /** True if the credential must be discoverable, so that it can sign in without an account name. */
  isDiscoverable: boolean
}

/** Returns the options with which the browser creates a credential. */
export async function createCredentialRequest(
  party: RelyingParty,
  { timeoutMs, user, existing, isDiscoverable }: CredentialRequest,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.name,
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: {
      residentKey: isDiscoverable ? 'required' : 'discouraged',
      requireResidentKey: isDiscoverable,
      userVerification: 'preferred',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/**
 * Verifies the credential that the browser created for this challenge. Throws the library's error when it does not
 * match.
 */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: readOrigin(party, response.response.clientDataJSON),
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('The attestation is invalid.')
  const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp, userVerified } = registrationInfo
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    aaguid,
    signCount: credential.counter,
    transports: response.response.transports ?? [],
    attestationType: fmt,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  }
}

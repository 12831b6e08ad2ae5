import * as v from 'valibot'
import type { StoredCredential } from '../../tables/factors.ts'
import type { NewCredential } from '../../tables/passkeys.ts'
import type { KnownCredential } from '../webauthn/assertion.ts'

/**
 * A credential as the column stores it: the JSON of hosted projects (go-webauthn), so that dumps are compatible in both
 * directions.
 */
const Stored = v.looseObject({
  /** base64, like the other binary fields. */
  id: v.string(),
  publicKey: v.string(),
  attestationType: v.optional(v.string(), ''),
  transport: v.nullish(v.array(v.string())),
  authenticator: v.looseObject({ signCount: v.optional(v.number(), 0) }),
})

export function toStoredCredential(credential: NewCredential): StoredCredential {
  return {
    id: Buffer.from(credential.id, 'base64url').toString('base64'),
    publicKey: Buffer.from(credential.publicKey).toString('base64'),
    attestationType: credential.attestationType,
    transport: credential.transports,
    flags: {
      userPresent: true,
      userVerified: credential.isUserVerified,
      backupEligible: credential.isBackupEligible,
      backupState: credential.isBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(credential.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: credential.signCount,
      cloneWarning: false,
      attachment: '',
    },
  }
}

/** Returns the credential of a column, or undefined when the column is empty or unreadable. */
export function fromStoredCredential(stored: unknown): (KnownCredential & { transports: string[] }) | undefined {
  const parsed = v.safeParse(Stored, stored)
  if (!parsed.success) return undefined
  const { id, publicKey, transport, authenticator } = parsed.output
  return {
    id: Buffer.from(id, 'base64').toString('base64url'),
    publicKey: Buffer.from(publicKey, 'base64'),
    signCount: authenticator.signCount,
    transports: transport ?? [],
  }
}

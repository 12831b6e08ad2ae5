import * as v from 'valibot'
import { fromStoredCredential, toStoredCredential } from '../../domain/factors/stored-credential.ts'
import { createAssertionRequest, verifyAssertion } from '../../domain/webauthn/assertion.ts'
import { parseAssertion, parseRegistration } from '../../domain/webauthn/credential-json.ts'
import { createCredentialRequest, verifyRegistration } from '../../domain/webauthn/registration.ts'
import { type RelyingParty, toRelyingParty } from '../../domain/webauthn/relying-party.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import type { AuthRequest } from '../../requests/context.ts'
import type { ChallengeRow } from '../../tables/challenges.ts'
import {
  type FactorRow,
  listFactorCredentials,
  type StoredCredential,
  setFactorCredential,
} from '../../tables/factors.ts'

/** The relying party that the client names; it must be ours. */
export const PartyBody = v.object({
  rpId: v.optional(v.string(), ''),
  rpOrigins: v.optional(v.union([v.array(v.string()), v.string()]), []),
})
type PartyBody = v.InferOutput<typeof PartyBody>

/** The client's response to a challenge. */
export const WebauthnProofBody = v.object({
  type: v.optional(v.string(), ''),
  credential_response: v.optional(v.unknown()),
})
type WebauthnProofBody = v.InferOutput<typeof WebauthnProofBody>

/** The stored data of a challenge. */
const Session = v.object({
  challenge: v.string(),
  type: v.picklist(['create', 'request']),
  /** The origins that the client named. An empty list allows every origin of the site. */
  origins: v.array(v.string()),
})
type Session = v.InferOutput<typeof Session>

export interface CredentialChallenge {
  session: Session
  /** The options for the client. */
  answer: { type: 'create' | 'request'; credential_options: { publicKey: unknown } }
}

/** Requests a new credential while the factor is unverified, and a signature once it is verified (auth 7.10). */
export async function createCredentialChallenge(
  request: AuthRequest,
  sql: Statements,
  factor: FactorRow,
  body: PartyBody | undefined,
): Promise<CredentialChallenge> {
  const { settings } = request.var.dependencies
  const party = toRelyingParty(settings)
  const origins = parseOrigins(party, body)
  const timeoutMs = settings.mfaChallengeExpiryMs
  const known = fromStoredCredential(factor.web_authn_credential)
  const type = factor.status === 'verified' && known ? 'request' : 'create'
  const publicKey =
    type === 'request' && known
      ? await createAssertionRequest(party, { timeoutMs, allowed: [known] })
      : await createCredentialRequest(party, { timeoutMs, ...(await describeMember(request, sql, factor)) })
  return {
    session: { challenge: publicKey.challenge, type, origins },
    answer: { type, credential_options: { publicKey } },
  }
}

/**
 * Describes the member for the authenticator. The user handle is the factor's id: authenticators keep one credential
 * per handle, so the account's id would replace the member's passkey.
 */
async function describeMember(request: AuthRequest, sql: Statements, { id }: FactorRow) {
  const { user } = request.var.signedIn
  const stored = await listFactorCredentials(sql, user.id)
  const existing = stored.flatMap((credential) => fromStoredCredential(credential) ?? [])
  return { user: { id, name: user.email || user.phone || user.id }, existing, isDiscoverable: false }
}

function parseOrigins(party: RelyingParty, body: PartyBody | undefined): string[] {
  if (!body) return []
  if (body.rpId !== party.id) throw errors.validation(`rpId must be ${party.id}`)
  const origins = [body.rpOrigins].flat()
  const strange = origins.find((origin) => !party.allows(origin))
  if (strange !== undefined) throw errors.validation('rpOrigins contains an origin that does not belong to this site')
  return origins
}

/** The outcome of a challenge. `keep` stores the data that the next challenge needs. */
export interface WebauthnProof {
  isValid: boolean
  keep(sql: Statements): Promise<void>
}

/** Checks the client's response. Throws a validation error when it does not belong to this challenge. */
export async function checkWebauthnProof(
  request: AuthRequest,
  { factor, challenge, body }: { factor: FactorRow; challenge: ChallengeRow; body: WebauthnProofBody },
): Promise<WebauthnProof> {
  const session = v.safeParse(Session, challenge.web_authn_session_data)
  if (!session.success || body.type !== session.output.type) {
    throw errors.validation('webauthn.type is not that of the challenge')
  }
  const check = body.type === 'create' ? checkCreated : checkSigned
  const proof = await check(request, factor, session.output, body.credential_response)
  if (!proof) return { isValid: false, keep: async () => {} }
  const { aaguid, credential, response } = proof
  const data = { challenge: session.output.challenge, type: body.type, credential_response: response }
  return {
    isValid: true,
    keep: (sql) => setFactorCredential(sql, factor.id, { credential, aaguid, data }, request.var.dependencies.now()),
  }
}

interface CredentialProof {
  /** The parsed response of the client. */
  response: unknown
  credential: StoredCredential
  aaguid: string | null
}

async function checkCreated(
  request: AuthRequest,
  factor: FactorRow,
  session: Session,
  value: unknown,
): Promise<CredentialProof | undefined> {
  const response = parseRegistration(value)
  // Another challenge has verified the factor since, and a new key would replace its key.
  if (factor.status === 'verified') return undefined
  const made = await verifyRegistration(toParty(request, session), session.challenge, response).catch(() => undefined)
  return made && { response, credential: toStoredCredential(made), aaguid: made.aaguid }
}

async function checkSigned(
  request: AuthRequest,
  factor: FactorRow,
  session: Session,
  value: unknown,
): Promise<CredentialProof | undefined> {
  const response = parseAssertion(value)
  const known = fromStoredCredential(factor.web_authn_credential)
  if (!known || !factor.web_authn_credential || isForeignHandle(factor, response.response.userHandle)) return undefined
  const proof = { response, known }
  const signed = await verifyAssertion(toParty(request, session), session.challenge, proof).catch((cause: unknown) => {
    request.var.dependencies.log.warn('A security key was rejected', { factor: factor.id, reason: String(cause) })
    return undefined
  })
  if (!signed) return undefined
  const { web_authn_credential: stored } = factor
  const authenticator = { ...stored.authenticator, signCount: signed.signCount }
  return { response, credential: { ...stored, authenticator }, aaguid: factor.web_authn_aaguid }
}

/**
 * Keys that store the user handle return it. It must be the factor's id, or the account's as on hosted projects
 * (WebAuthn §7.2, step 6).
 */
function isForeignHandle({ id, user_id: userId }: FactorRow, handle: string | undefined): boolean {
  return handle !== undefined && ![id, userId].includes(Buffer.from(handle, 'base64url').toString())
}

/** Returns the relying party, restricted to the origins that the client named. */
function toParty(request: AuthRequest, { origins }: Session): RelyingParty {
  const party = toRelyingParty(request.var.dependencies.settings)
  return { ...party, allows: (origin) => party.allows(origin) && (origins.length === 0 || origins.includes(origin)) }
}

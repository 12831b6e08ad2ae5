import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import { errors } from '../../errors.ts'

const MAX_ID_CHARACTERS = 1_400
const MAX_TRANSPORTS = 10
/** An attestation with certificates takes a few thousand characters. */
const MAX_CHARACTERS = 32_768
const Bytes = v.pipe(v.string(), v.maxLength(MAX_CHARACTERS), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'))
const Id = v.pipe(Bytes, v.maxLength(MAX_ID_CHARACTERS))
const Type = v.literal('public-key')
const Transports = v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(MAX_TRANSPORTS))

/**
 * The JSON of a new credential, as browsers produce it with toJSON (WebAuthn §5.1.8). We request no extensions and read
 * none.
 */
const Registration = v.object({
  id: Id,
  rawId: Id,
  type: Type,
  response: v.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: v.nullish(Transports) }),
})

const Assertion = v.object({
  id: Id,
  rawId: Id,
  type: Type,
  response: v.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: v.nullish(
      v.pipe(v.string(), v.maxLength(MAX_ID_CHARACTERS), v.regex(/^[A-Za-z0-9_-]*$/, 'must be base64url')),
    ),
  }),
})

/** Parses a new credential from the browser. Throws a validation error when it is malformed. */
export function parseRegistration(value: unknown): RegistrationResponseJSON {
  const { response, ...rest } = parse(Registration, value)
  const { transports, ...bytes } = response
  return { ...rest, clientExtensionResults: {}, response: { ...bytes, transports: transports ?? [] } }
}

/** Parses the signature of a credential from the browser. Throws a validation error when it is malformed. */
export function parseAssertion(value: unknown): AuthenticationResponseJSON {
  const { response, ...rest } = parse(Assertion, value)
  const { userHandle, ...bytes } = response
  return { ...rest, clientExtensionResults: {}, response: userHandle ? { ...bytes, userHandle } : bytes }
}

function parse<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const place = ['credential', v.getDotPath(issue)].filter(Boolean).join('.')
  throw errors.validation(`Invalid WebAuthn credential: ${place} ${issue.message}`)
}

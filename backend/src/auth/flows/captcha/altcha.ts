import { createHash } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { consumeToken } from '../../tables/rate-limits.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
const LONGEST_TOKEN = 4_096
/** The error codes that the other providers use. */
const INVALID = 'invalid-input-response'
const LATE_OR_USED = 'timeout-or-duplicate'

const Hex = v.pipe(v.string(), v.regex(/^[0-9a-f]+$/))
const Payload = v.object({
  challenge: v.object({
    /** The signature covers all parameters, so the client cannot choose the cost of a check. */
    parameters: v.looseObject({
      algorithm: v.literal(ALGORITHM),
      nonce: Hex,
      salt: Hex,
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: Hex,
      expiresAt: v.number(),
    }),
    signature: Hex,
  }),
  solution: v.object({
    counter: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff)),
    derivedKey: Hex,
    time: v.optional(v.number(), 0),
  }),
})

/**
 * GET /captcha: a proof-of-work challenge in the format of ALTCHA. Without captchas it serves sign-ins after many
 * failed ones.
 */
export async function getCaptcha(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { settings } = dependencies
  if (settings.captchaEnabled && settings.captchaProvider !== 'altcha') throw errors.notFound()
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: settings.altchaCost,
    deriveKey,
    expiresAt: new Date(dependencies.now().getTime() + settings.altchaExpiryMs),
    hmacSignatureSecret: getSecret(dependencies),
  })
  request.header('Cache-Control', 'no-store')
  return request.json(challenge)
}

/**
 * Checks a solution: the base64 of challenge and solution as JSON. Returns undefined when it is valid, otherwise the
 * reason. A solution works once across all processes: the signature of its challenge takes the only token of a bucket
 * that does not refill in time.
 */
export async function checkAltcha(dependencies: AuthDependencies, token: string): Promise<string | undefined> {
  const payload = parsePayload(token)
  if (!payload) return INVALID
  const now = dependencies.now()
  if (payload.challenge.parameters.expiresAt * 1_000 < now.getTime()) return LATE_OR_USED
  const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: getSecret(dependencies) })
  if (!verified) return INVALID
  const key = createHash('sha256').update(payload.challenge.signature).digest('hex')
  const isFirst = await consumeToken(dependencies.sql, { limiter: 'captcha', key, burst: 1, refillPerSecond: 0 }, now)
  return isFirst ? undefined : LATE_OR_USED
}

function parsePayload(token: string): v.InferOutput<typeof Payload> | undefined {
  if (token.length > LONGEST_TOKEN) return undefined
  try {
    const parsed = v.safeParse(Payload, JSON.parse(Buffer.from(token, 'base64').toString()))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

function getSecret({ tokens }: AuthDependencies): string {
  return tokens.deriveKey('captcha challenges').export().toString('hex')
}

import * as v from 'valibot'
import {
  consumeCode,
  type FoundCode,
  getCodeByAddress,
  getCodeByHash,
  getCodeByPhone,
  VERIFY_TYPES,
} from '../../domain/codes/consume-code.ts'
import { clearFailedAttempts, countAttempt } from '../../domain/codes/failed-attempts.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getAudience } from '../../requests/request-client.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'

const Body = v.object({
  type: v.optional(v.string(), ''),
  token: v.optional(v.string(), ''),
  token_hash: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  redirect_to: v.optional(v.string(), ''),
})
type Body = v.InferOutput<typeof Body>

/** The response to the first of the two codes of a secure email change. */
export const FIRST_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: accepts a typed code with its address, or the hash of a link (auth 7.4). */
export async function verify(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, Body)
  validate(body)
  const isByHash = body.token_hash !== ''
  const code = isByHash
    ? await getCodeByHash(dependencies, body.token_hash, body.type)
    : await getTypedCode(request, body)
  const expired = isByHash ? errors.linkExpired : errors.codeExpired
  const issued = await dependencies.sql.begin(async (sql) => {
    const consumed = await consumeCode(dependencies, sql, code, { type: body.type, expired })
    if (consumed.kind === 'first of two') return undefined
    return issueSession(dependencies, sql, { user: consumed.user, method: 'otp' })
  })
  return issued ? respondWithTokens(request, issued) : request.json({ code: '200', msg: FIRST_OF_TWO })
}

async function getTypedCode(request: AuthRequest, body: Body): Promise<FoundCode> {
  const { dependencies } = request.var
  const typed = { code: body.token.trim(), type: body.type, audience: getAudience(request) }
  const phone = body.phone === '' ? undefined : parsePhone(body.phone)
  const email = phone === undefined ? parseTypedEmail(request, body.email) : ''
  const address = phone ?? email
  await countAttempt(dependencies, 'code', address)
  const code = await (phone === undefined
    ? getCodeByAddress(dependencies, { ...typed, email })
    : getCodeByPhone(dependencies, { ...typed, phone }))
  await clearFailedAttempts(dependencies, 'code', address)
  return code
}
function parseTypedEmail(request: AuthRequest, text: string): string {
  try {
    return parseEmail(text, request.var.dependencies.settings)
  } catch {
    throw errors.unprocessable('Invalid email format')
  }
}

function validate({ type, token, token_hash: hash, email, phone, redirect_to: redirectTo }: Body): void {
  if (type === '') throw errors.validation('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw errors.validation('Verify requires either a token or a token hash')
  if (token !== '' && (email === '') === (phone === '')) {
    throw errors.validation('Only an email address or phone number should be provided on verify')
  }
  if (hash !== '' && (email || phone || redirectTo)) {
    throw errors.validation('Only the token_hash and type should be provided')
  }
  const isPhoneType = type === 'sms' || type === 'phone_change'
  if (phone !== '' && !isPhoneType) throw errors.validation('Invalid phone verification type')
  if (phone === '' && (isPhoneType || !Object.hasOwn(VERIFY_TYPES, type))) {
    throw errors.validation('Invalid email verification type')
  }
}

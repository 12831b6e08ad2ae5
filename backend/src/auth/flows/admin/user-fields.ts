import * as v from 'valibot'
import { isBcryptHash, parseImportedHash } from '../../domain/passwords/password-formats.ts'
import { hashPassword } from '../../domain/passwords/password-hash.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { MemberData } from '../../requests/body.ts'
import { parseDurationMs } from '../../settings/duration.ts'

const LAST_YEAR = 9_999

/** The fields of an account that an operator may set (auth 8). */
export const UserBody = v.object({
  id: v.optional(v.string(), ''),
  aud: v.optional(v.string(), ''),
  role: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  password: v.optional(v.string()),
  password_hash: v.optional(v.string(), ''),
  email_confirm: v.optional(v.boolean(), false),
  phone_confirm: v.optional(v.boolean(), false),
  user_metadata: v.optional(MemberData),
  app_metadata: v.optional(MemberData),
  ban_duration: v.optional(v.string(), ''),
})
export type UserBody = v.InferOutput<typeof UserBody>

/** The parsed fields. Undefined leaves a field unchanged; null lifts a ban. */
export interface UserFields {
  id: string | undefined
  email: string | undefined
  phone: string | undefined
  passwordHash: string | undefined
  bannedUntil: Date | null | undefined
}

/** Parses the fields and hashes the password. Throws 400 `validation_failed` for the first invalid field. */
export async function parseUserFields(dependencies: AuthDependencies, body: UserBody): Promise<UserFields> {
  if (body.id && !isUuid(body.id)) throw errors.validation('ID must be a valid UUID v4')
  return {
    id: body.id || undefined,
    email: body.email ? parseEmail(body.email, { ...dependencies.settings, emailAuthorizedAddresses: [] }) : undefined,
    phone: body.phone ? parsePhone(body.phone) : undefined,
    passwordHash: await parsePassword(body),
    bannedUntil: parseBan(dependencies, body.ban_duration),
  }
}

async function parsePassword({ password, password_hash: hash }: UserBody): Promise<string | undefined> {
  if (password && hash) throw errors.validation('Only a password or a password hash should be provided')
  if (hash && !isBcryptHash(hash) && !parseImportedHash(hash)) {
    throw errors.validation('The password hash must be of bcrypt, Argon2i, Argon2id or Firebase scrypt ($fbscrypt$)')
  }
  return hash || (password ? hashPassword(password) : undefined)
}

function parseBan({ now }: AuthDependencies, duration: string): Date | null | undefined {
  if (duration === '') return undefined
  if (duration === 'none') return null
  // In settings a bare number counts seconds. Here it is an error, as in upstream.
  const milliseconds = /[a-zµ]$/.test(duration) ? parseDurationMs(duration) : undefined
  const until = new Date(now().getTime() + (milliseconds ?? Number.NaN))
  // PostgreSQL does not read the format that JavaScript writes for later years.
  if (!(until.getUTCFullYear() <= LAST_YEAR)) {
    throw errors.validation('invalid format for ban duration: write "24h", "1h30m" or "none"')
  }
  return until
}

import * as v from 'valibot'

/** The claims of a verified ID token. */
export type IdTokenClaims = Record<string, unknown>

/** The profile that a provider reports, in one common shape. */
export interface Profile {
  subject: string
  emails: { address: string; isVerified: boolean; isPrimary: boolean }[]
  claims: Record<string, unknown>
}

/** A string that may be missing or null. */
export const Text = v.pipe(
  v.optional(v.nullable(v.string()), ''),
  v.transform((text) => text ?? ''),
)
/** An id, which some providers send as a number. It is required: an empty id would match every account. */
export const Id = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
  v.nonEmpty('the provider named no id'),
)
/** A boolean, which Apple and others send as a string. */
export const Yes = v.pipe(
  v.optional(v.nullable(v.union([v.boolean(), v.string(), v.number()])), false),
  v.transform((value) => ['true', '1'].includes(String(value))),
)

/** Builds claims with the names that clients read. `full_name`, `avatar_url` and `user_name` are older aliases. */
export function toClaims({
  issuer,
  name = '',
  fullName = name,
  picture = '',
  userName = '',
  nickname = '',
  custom = {},
  ...more
}: {
  issuer: string
  name?: string
  fullName?: string
  picture?: string
  userName?: string
  nickname?: string
  custom?: Record<string, unknown>
  [claim: string]: unknown
}): Record<string, unknown> {
  const names = { name, full_name: fullName, picture, avatar_url: picture, nickname, slug: nickname }
  const claims = { iss: issuer, ...names, user_name: userName, preferred_username: userName, ...more }
  const present = Object.entries(claims).filter(([, value]) => value !== '' && value !== undefined && value !== null)
  return { ...Object.fromEntries(present), ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}) }
}

/** Builds the addresses of a profile from a provider that reports only one. */
export function toEmails(address: string, isVerified: boolean): Profile['emails'] {
  return address === '' ? [] : [{ address, isVerified, isPrimary: true }]
}

/** The claims of an ID token that every provider shares. */
export const StandardClaims = { iss: Text, sub: Id, email: Text, email_verified: Yes }

/** Reads the profile from the standard claims of OpenID Connect (Core §5.1). */
export function toStandardProfile(claims: IdTokenClaims): Profile {
  const names = { name: Text, given_name: Text, family_name: Text, nickname: Text, preferred_username: Text }
  const more = { picture: Text, profile: Text, website: Text, locale: v.optional(v.unknown()) }
  const parsed = v.parse(v.object({ ...StandardClaims, ...names, ...more }), claims)
  const { iss, sub, email, email_verified, name, preferred_username: userName, locale, ...rest } = parsed
  const fullName = name === '' ? `${rest.given_name} ${rest.family_name}`.trim() : name
  return {
    subject: sub,
    emails: toEmails(email, email_verified),
    claims: toClaims({
      issuer: iss,
      ...rest,
      name: fullName,
      userName,
      locale: typeof locale === 'string' ? locale : '',
    }),
  }
}

/** Like {@link toStandardProfile}, for a provider that may send a nickname instead of a name. */
export function toNamedProfile(claims: IdTokenClaims): Profile {
  const { name, nickname } = v.parse(v.object({ name: Text, nickname: Text }), claims)
  return toStandardProfile({ ...claims, name: name || nickname })
}

/** Like {@link toNamedProfile}, for a provider that does not document that it verifies addresses. */
export function toUnverifiedProfile(claims: IdTokenClaims): Profile {
  return toNamedProfile({ ...claims, email_verified: false })
}

import type { FactorSummary, IdentityRow, UserRow } from '../../tables/user-row.ts'

/** A user as clients see it, without hashes and tokens (auth 4). */
export type UserJson = Record<string, unknown>

export function toUserJson(user: UserRow): UserJson {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...withoutEmpty({
      email_confirmed_at: toTime(user.email_confirmed_at),
      phone_confirmed_at: toTime(user.phone_confirmed_at),
      confirmed_at: toTime(user.confirmed_at),
      invited_at: toTime(user.invited_at),
      confirmation_sent_at: toTime(user.confirmation_sent_at),
      recovery_sent_at: toTime(user.recovery_sent_at),
      email_change_sent_at: toTime(user.email_change_sent_at),
      phone_change_sent_at: toTime(user.phone_change_sent_at),
      reauthentication_sent_at: toTime(user.reauthentication_sent_at),
      new_email: user.email_change,
      new_phone: user.phone_change,
      last_sign_in_at: toTime(user.last_sign_in_at),
      banned_until: toTime(user.banned_until),
      deleted_at: toTime(user.deleted_at),
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(toIdentityJson),
    ...(user.factors.length > 0 ? { factors: user.factors.map(toFactorJson) } : {}),
    created_at: toTime(user.created_at),
    updated_at: toTime(user.updated_at),
    is_anonymous: user.is_anonymous,
  }
}

export function toIdentityJson(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: toTime(identity.last_sign_in_at),
    created_at: toTime(identity.created_at),
    updated_at: toTime(identity.updated_at),
    ...(identity.email ? { email: identity.email } : {}),
  }
}

export function toFactorJson(factor: FactorSummary): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: toTime(factor.created_at),
    updated_at: toTime(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: toTime(factor.last_challenged_at),
    ...(factor.web_authn_aaguid ? { web_authn_aaguid: factor.web_authn_aaguid } : {}),
    ...(factor.last_webauthn_challenge_data
      ? { last_webauthn_challenge_data: factor.last_webauthn_challenge_data }
      : {}),
  }
}

function toTime(value: Date | string | null): string | null {
  return value === null ? null : new Date(value).toISOString()
}

function withoutEmpty(fields: Record<string, string | null>): Record<string, string> {
  const present = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(present)
}

import type { Statements } from '../kernel/dependencies.ts'

type Json = Record<string, unknown>

/** An identity within a user row. Times are ISO strings. */
export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Json
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

/** An MFA factor within a user row, without its secret. */
export interface FactorSummary {
  id: string
  created_at: string
  updated_at: string
  status: 'unverified' | 'verified'
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  phone: string | null
  last_challenged_at: string | null
  web_authn_aaguid: string | null
  last_webauthn_challenge_data: Json | null
}

/**
 * A row of auth.users with its identities and factors, oldest first. Of identities created together, email comes before
 * phone.
 */
export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_token: string | null
  confirmation_sent_at: Date | null
  recovery_token: string | null
  recovery_sent_at: Date | null
  email_change_token_new: string | null
  email_change: string | null
  email_change_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Json | null
  raw_user_meta_data: Json | null
  created_at: Date | null
  updated_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  phone_change_sent_at: Date | null
  phone_change_token: string | null
  confirmed_at: Date | null
  email_change_token_current: string | null
  email_change_confirm_status: number
  banned_until: Date | null
  reauthentication_token: string | null
  reauthentication_sent_at: Date | null
  is_sso_user: boolean
  deleted_at: Date | null
  is_anonymous: boolean
  /** Ours: true when someone else may have created the account before its address was confirmed. */
  is_contested: boolean
  identities: IdentityRow[]
  factors: FactorSummary[]
}

/** The columns of a complete user row, from `auth.users u`. */
export const userColumns = (sql: Statements) => sql.fragment`
  u.*,
  coalesce(
    (select jsonb_agg(to_jsonb(i) order by i.created_at, i.provider, i.id) from auth.identities i where i.user_id = u.id), '[]'
  ) as identities,
  coalesce(
    (select jsonb_agg(
       jsonb_build_object(
         'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status, 'phone', f.phone,
         'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'last_challenged_at', f.last_challenged_at,
         'web_authn_aaguid', f.web_authn_aaguid, 'last_webauthn_challenge_data', f.last_webauthn_challenge_data)
       order by f.created_at, f.id)
     from auth.mfa_factors f where f.user_id = u.id), '[]'
  ) as factors`

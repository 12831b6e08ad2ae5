import type { UserRow } from '../../tables/user-row.ts'

const CONTACT = { email: ['email', 'email_verified'], phone: ['phone', 'phone_number', 'phone_verified'] }

/**
 * Returns the account as a connected app may know it: the email address, the phone number and the profile each need
 * their scope. Ways to sign in and second factors are never included.
 */
export function toUserOfApp(user: UserRow, scope: string | null | undefined): UserRow {
  const scopes = (scope ?? '').split(' ')
  const [hasEmail, hasPhone, hasProfile] = ['email', 'phone', 'profile'].map((name) => scopes.includes(name))
  const hidden = [...(hasEmail ? [] : CONTACT.email), ...(hasPhone ? [] : CONTACT.phone)]
  const profile = Object.entries(user.raw_user_meta_data ?? {}).filter(([name]) => !hidden.includes(name))
  return {
    ...user,
    ...(hasEmail ? {} : { email: null, email_confirmed_at: null }),
    ...(hasPhone ? {} : { phone: null, phone_confirmed_at: null }),
    email_change: null,
    phone_change: null,
    raw_user_meta_data: hasProfile ? Object.fromEntries(profile) : {},
    identities: [],
    factors: [],
  }
}

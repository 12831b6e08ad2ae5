import type { Session } from '@supabase/supabase-js'

/** The signed-in member, as far as screens need to know. RLS policies decide what they may do. */
export interface Viewer {
  id: string
  email: string
  username: string | null
  name: string | null
  avatarUrl: string | null
  isModerator: boolean
  isAdministrator: boolean
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Returns the viewer of a verified access token's claims, or null for claims without an account. It parses by hand,
 * because every page loads it first and the schema library would add six kilobytes.
 */
export function toViewer(claims: unknown): Viewer | null {
  const { sub, email, user_metadata, app_metadata } = toRecord(claims)
  if (typeof sub !== 'string' || !UUID.test(sub)) return null
  const profile = toRecord(user_metadata)
  const { role } = toRecord(app_metadata)
  return {
    id: sub,
    email: findText(email) ?? '',
    username: findText(profile.username),
    name: [findText(profile.name), findText(profile.surname)].filter(Boolean).join(' ') || null,
    avatarUrl: findText(profile.avatar_url),
    isModerator: role === 'moderator' || role === 'admin',
    isAdministrator: role === 'admin',
  }
}

/** Returns the viewer of a session, or null for none. */
export function toSessionViewer(session: Session | null): Viewer | null {
  return session && toViewer({ ...session.user, sub: session.user.id })
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function findText(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() : null
}

/** The signed-in member, as far as screens need to know. What he may do is decided by row rules, not by this. */
export interface Viewer {
  id: string
  email: string
  username: string | null
  name: string | null
  avatarUrl: string | null
  isModerator: boolean
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The viewer behind the claims of a verified access token; null for claims that name no account. Read by hand and not by a schema:
 * this is among the first scripts of every page, and the library of schemas would be six kilobytes of them.
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
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function findText(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() : null
}

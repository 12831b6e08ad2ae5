import * as v from 'valibot'

const Text = v.nullish(v.pipe(v.string(), v.trim()), null)

const ViewerClaims = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  email: v.optional(v.string(), ''),
  user_metadata: v.optional(v.object({ username: Text, name: Text, surname: Text, avatar_url: Text }), {}),
  app_metadata: v.optional(v.looseObject({ role: v.optional(v.string()) }), {}),
})

/** The signed-in member, as far as screens need to know. What he may do is decided by row rules, not by this. */
export interface Viewer {
  id: string
  email: string
  username: string | null
  name: string | null
  avatarUrl: string | null
  isModerator: boolean
}

/** The viewer behind the claims of a verified access token; null for claims that name no account. */
export function toViewer(claims: unknown): Viewer | null {
  const parsed = v.safeParse(ViewerClaims, claims)
  if (!parsed.success) return null
  const { sub, email, user_metadata: profile, app_metadata: access } = parsed.output
  return {
    id: sub,
    email,
    username: profile.username,
    name: [profile.name, profile.surname].filter(Boolean).join(' ') || null,
    avatarUrl: profile.avatar_url,
    isModerator: access.role === 'moderator' || access.role === 'admin',
  }
}

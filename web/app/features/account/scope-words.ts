/** Descriptions of what each OAuth scope lets an app know or do, for members. */
const WORDS: Record<string, string> = {
  openid: 'know that it is you',
  profile: 'see your name and your picture',
  email: 'see your email address',
  phone: 'see your phone number',
  offline_access: 'stay signed in when you are away',
  read: 'see what every member sees',
  own: 'see what only you see, such as private spots, lists and drafts',
  write: 'add, change and delete spots, stories, lists and comments on your behalf',
}

/**
 * Describes the scopes of a request, one line each, in the order of the table. Unknown scopes are shown as they are.
 */
export function describeScopes(scope: string): string[] {
  const requested = withIncluded(scope.split(' ').filter((name) => name !== ''))
  const known = Object.keys(WORDS).filter((name) => requested.includes(name))
  const others = requested.filter((name) => !Object.hasOwn(WORDS, name))
  return [...known.map((name) => WORDS[name] ?? name), ...others]
}

/** The data scopes. Each includes those before it. */
const DATA_SCOPES = ['read', 'own', 'write']

function withIncluded(requested: string[]): string[] {
  const widest = DATA_SCOPES.findLastIndex((scope) => requested.includes(scope))
  return [...DATA_SCOPES.slice(0, widest + 1), ...requested]
}

/** Describes the access of an app to the site's data, beyond the member's profile. */
export function describeReach(scope: string): string {
  const requested = scope.split(' ')
  if (requested.includes('write')) return 'It acts on your behalf, but without moderator rights.'
  if (DATA_SCOPES.some((known) => requested.includes(known))) return 'It cannot add, change or delete anything.'
  return 'It can see only what visitors see.'
}

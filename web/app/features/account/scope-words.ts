/** Describes for members what each OAuth scope lets an app know or do. */
const WORDS: Record<string, string> = {
  openid: 'know that it is you',
  profile: 'see your name and your picture',
  email: 'see your e-mail address',
  phone: 'see your phone number',
  offline_access: 'stay signed in when you are away',
}

/**
 * Describes the scopes of a request, one line each, in the order of the table. Unknown scopes are shown as they are.
 */
export function describeScopes(scope: string): string[] {
  const requested = scope.split(' ').filter((name) => name !== '')
  const known = Object.keys(WORDS).filter((name) => requested.includes(name))
  const others = requested.filter((name) => !Object.hasOwn(WORDS, name))
  return [...known.map((name) => WORDS[name] ?? name), ...others]
}

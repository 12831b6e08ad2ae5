const MEMBERS_ONLY = 'That page is for members. Signing up takes a minute, and then you can see it.'

const CONFIRMED = 'Thank you, that is confirmed. Sign in below to see your settings.'
const NOT_CONFIRMED = 'That link has expired or was already used. Sign in below to request a new one.'

const SAVING = 'The spot is saved as soon as you have signed up.'

/** The actions that lead visitors here, by the beginning of the path to return to. The first match wins. */
const REASONS: [page: RegExp, reason: string][] = [
  [/^\/$/, 'Mark the places you would send a friend to.'],
  // Emailed links of the settings, opened in a browser without a session.
  [/^\/account\/settings\?(?:.*&)?(?:code|message)=/, CONFIRMED],
  [/^\/account\/settings\?(?:.*&)?error(?:_code)?=/, NOT_CONFIRMED],
  [/[?&]save=/, SAVING],
  [
    /^\/account\/follow/,
    'Members follow people, cities and lists. Signing up takes a minute, and then you are back on the page.',
  ],
  [
    /^\/explore\?(?:.*&)?list=/,
    'Members copy lists and make their own. Signing up takes a minute, and then you are back here.',
  ],
  [/^\/submit\?(?:.*&)?kind=story/, 'Members write stories. Signing up takes a minute, and then you can start.'],
  [/^\/submit/, 'Members add spots. Signing up takes a minute, and then you can mark yours.'],
  [/^\/spot\//, 'Members save, review and comment. Signing up takes a minute, and then you are back here.'],
  [/^\/post\//, 'This story is for members. Signing up takes a minute, and then you can read it.'],
  [/^\/city\//, 'This city page is for members. Signing up takes a minute, and then you can see it.'],
]

/**
 * Returns the reason why a visitor is asked to sign up, by the page that they return to. `savedSpot` is the id of the
 * spot for which they pressed Save.
 */
export function describeReason(target: string, savedSpot?: string): string {
  if (savedSpot && target.split('?')[0] === `/spot/${savedSpot}`) return SAVING
  return REASONS.find(([page]) => page.test(target))?.[1] ?? MEMBERS_ONLY
}

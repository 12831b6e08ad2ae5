/**
 * The accounts that own the demo content. No one can sign in to them: they have no password and their addresses do not
 * exist.
 */
export const demoMembers = ['031', '044', '058', '067', '072', '089', '095', '103'].map((number) => ({
  id: `de300000-0000-4000-8000-000000000${number}`,
  email: `member-${number}@demo.invalid`,
  username: `member-${number}`,
}))

/** Texts of reviews, by rating from 1 to 5. */
export const demoVerdicts: readonly (readonly string[])[] = [
  ['Not for me, and I tried twice.'],
  ['Fine for ten minutes. I had hoped for an hour.', 'More people than place.'],
  ['Good when it is quiet, which it was not.', 'Nice enough if you are near it anyway.', ''],
  [
    'Worth the way. Go early.',
    'Better in the rain than the pictures promise.',
    'Take somebody along who has time.',
    '',
  ],
  [
    'Go now, and look up.',
    'I came for a look and stayed until it closed.',
    'The best hour of the whole week.',
    'Still as good the second time.',
  ],
]

/** Texts of comments. The second text, if any, is the reply to the first. */
export const demoTalks: readonly (readonly [question: string, reply: string | undefined])[] = [
  ['Is there any shade in the afternoon?', 'Some, on the east side. Bring a hat all the same.'],
  ['Can one get there by bus?', 'Yes, and the stop is closer than the car park.'],
  ['Was there last week: as described.', undefined],
  ['How long should I plan for it?', 'An hour to see it, two to like it.'],
  ['Closed early when I came, so look at the hours first.', undefined],
  ['Does it work with a pushchair?', 'The first part does. After that, carry.'],
]

/** Lists of the demo, by the keys of their spots. */
export const demoLists: readonly { key: string; title: string; description: string; spots: readonly string[] }[] = [
  {
    key: 'rainydays',
    title: 'For days when it rains',
    description: 'A roof, and something worth looking at below it.',
    spots: ['museoegizio', 'antropologia', 'louisiana', 'grandbazaar', 'cafecentral', 'antwerpen'],
  },
  {
    key: 'highup',
    title: 'High up',
    description: 'Places where one looks down on weather.',
    spots: ['margherita', 'gouter', 'mountfuji', 'machupicchu', 'preikestolen', 'tablemountain'],
  },
  {
    key: 'warmwater',
    title: 'Warm water',
    description: 'To look at or to lie in.',
    spots: ['szechenyi', 'grandprismatic', 'pamukkale', 'strokkur'],
  },
]

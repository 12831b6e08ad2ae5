/**
 * The longest texts that the database accepts, in characters, by `table.column`. Forms and schemas use them, and
 * `supabase/tests/content-limits.test.ts` compares them with the check constraints.
 */
export const CONTENT_LIMITS = {
  'users.name': 80,
  'users.surname': 80,
  'users.bio': 1000,
  'spots.title': 200,
  'spots.description': 10_000,
  'spots.address': 300,
  'spots.website': 2000,
  'photos.alt_text': 500,
  'reviews.body': 4000,
  'comments.body': 4000,
  'posts.title': 200,
  'posts.summary': 500,
  'posts.body': 200_000,
  'lists.title': 120,
  'lists.description': 2000,
  'list_items.note': 1000,
  'reports.body': 2000,
  'reports.resolution': 1000,
  'spots.removal_reason': 1000,
  'posts.removal_reason': 1000,
} as const

/** Usernames that the forms accept, in characters. The database also stores generated ones of up to 40. */
export const USERNAME_LENGTH = { min: 3, max: 30 } as const

/** Tags of a spot: how many, and how many characters each. `private.is_tag_list` holds the same numbers. */
export const TAG_LIMITS = { count: 12, length: 32 } as const

/** The shortest password that the forms accept, in characters, and the longest, in bytes of UTF-8 as bcrypt reads it. */
export const PASSWORD_LENGTH = { min: 8, maxBytes: 72 } as const

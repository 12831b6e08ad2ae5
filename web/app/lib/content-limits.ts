/**
 * The maximum lengths of texts in the database, in characters, by `table.column`. Forms and schemas use them, and
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
  'list_items.note': 280,
  'reports.body': 2000,
  'reports.resolution': 1000,
  'suggestions.reason': 1000,
  'suggestions.answer': 1000,
  'spots.removal_reason': 1000,
  'posts.removal_reason': 1000,
  'instance_settings.site_name': 40,
  'instance_settings.contact': 200,
  'instance_settings.rules': 5000,
  'invitations.note': 100,
} as const

/** The lengths of usernames in forms, in characters. Generated usernames in the database can have up to 40. */
export const USERNAME_LENGTH = { min: 3, max: 30 } as const

/**
 * The maximum number of tags of a spot, and their length in characters. `private.is_tag_list` enforces the same limits.
 */
export const TAG_LIMITS = { count: 12, length: 32 } as const

/** The maximum number of photos of a review. `private.max_review_photos` is the same. */
export const REVIEW_PHOTOS = 6

/** The minimum password length in forms, in characters, and the maximum in bytes of UTF-8, which is bcrypt's limit. */
export const PASSWORD_LENGTH = { min: 8, maxBytes: 72 } as const

/** Imports can be undone for this many days. `private.require_undoable` has the same limit. */
export const IMPORT_UNDO_DAYS = 30

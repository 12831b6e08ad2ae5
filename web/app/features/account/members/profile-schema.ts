import * as v from 'valibot'

/** A first or last name; empty if the member prefers not to say. */
export const PersonName = v.pipe(v.string(), v.trim(), v.maxLength(80, 'Please shorten this to 80 characters.'))

/** A username. */
export const Username = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, 'Use at least 3 characters.'),
  v.maxLength(30, 'Use at most 30 characters.'),
  v.regex(/^[a-z0-9_.-]+$/i, 'Use only letters, digits, dots, dashes and underscores.'),
)

/** The profile form. The picture is read separately, since it is a file. */
export const ProfileForm = v.object({
  username: Username,
  name: v.optional(PersonName, ''),
  surname: v.optional(PersonName, ''),
  bio: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(1000, 'Keep this to 1,000 characters. Longer texts make a good story.')),
    '',
  ),
  avatar_change: v.optional(v.picklist(['keep', 'remove']), 'keep'),
})

export type ProfileForm = v.InferOutput<typeof ProfileForm>

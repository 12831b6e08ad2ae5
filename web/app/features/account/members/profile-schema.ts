import * as v from 'valibot'

/** A part of a person's name; empty when somebody would rather not say. */
export const PersonName = v.pipe(v.string(), v.trim(), v.maxLength(80, 'Please shorten this to 80 characters.'))

/** What others call a member. */
export const Username = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, 'Please take at least 3 characters.'),
  v.maxLength(30, 'Please take at most 30 characters.'),
  v.regex(/^[a-z0-9_.-]+$/i, 'Letters, digits, dots, dashes and underscores, please.'),
)

/** The form of the profile; the picture is read apart, since it is a file. */
export const ProfileForm = v.object({
  username: Username,
  name: v.optional(PersonName, ''),
  surname: v.optional(PersonName, ''),
  bio: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(1000, 'At most 1,000 characters, please: the story goes into a story.')),
    '',
  ),
  avatar_change: v.optional(v.picklist(['keep', 'remove']), 'keep'),
})

export type ProfileForm = v.InferOutput<typeof ProfileForm>

import * as v from 'valibot'
import { USERNAME_LENGTH } from '#app/lib/content-limits.ts'
import { limitedText } from '#app/lib/limited-text.ts'

/** A first or last name; empty if the member prefers not to say. */
export const PersonName = limitedText('users.name')

/** A username. */
export const Username = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(USERNAME_LENGTH.min, `Use at least ${USERNAME_LENGTH.min} characters.`),
  v.maxLength(USERNAME_LENGTH.max, `Use at most ${USERNAME_LENGTH.max} characters.`),
  v.regex(/^[a-z0-9_.-]+$/i, 'Use only letters, digits, dots, dashes and underscores.'),
)

/** The profile form. The picture is read separately, since it is a file. */
export const ProfileForm = v.object({
  username: Username,
  name: v.optional(PersonName, ''),
  surname: v.optional(PersonName, ''),
  bio: v.optional(limitedText('users.bio'), ''),
  avatar_change: v.optional(v.picklist(['keep', 'remove']), 'keep'),
})

export type ProfileForm = v.InferOutput<typeof ProfileForm>

import * as v from 'valibot'
import { PersonName, Username } from './profile-schema.ts'

/** An e-mail address as it is typed. The server has the last word. */
const EmailText = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Please give your e-mail address.'),
  v.maxLength(255, 'This address is too long.'),
  v.email('This does not look like an e-mail address. Is the part after the @ complete?'),
)

/** A new password. The service may ask for more; then its own sentence is shown. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(8, 'Please take at least 8 characters.'),
  v.check((text) => new TextEncoder().encode(text).length <= 72, 'Please take at most 72 characters.'),
)

export const SignInForm = v.object({
  email: EmailText,
  password: v.pipe(v.string(), v.nonEmpty('Please give your password.')),
})

export const ForgottenPasswordForm = v.object({ email: EmailText })

export const NewPasswordForm = v.object({ password: NewPassword })

export const SignUpForm = v.object({
  name: v.optional(PersonName, ''),
  surname: v.optional(PersonName, ''),
  username: Username,
  email: EmailText,
  password: NewPassword,
})

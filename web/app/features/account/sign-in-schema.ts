import * as v from 'valibot'

/** An e-mail address as it is typed. The server has the last word. */
export const EmailText = v.pipe(
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

const PersonName = v.pipe(v.string(), v.trim(), v.maxLength(80, 'Please shorten this to 80 characters.'))

export const SignUpForm = v.object({
  name: v.optional(PersonName, ''),
  surname: v.optional(PersonName, ''),
  username: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'Please take at least 3 characters.'),
    v.maxLength(30, 'Please take at most 30 characters.'),
    v.regex(/^[a-z0-9_.-]+$/i, 'Letters, digits, dots, dashes and underscores, please.'),
  ),
  email: EmailText,
  password: NewPassword,
})

import * as v from 'valibot'
import { PASSWORD_LENGTH } from '#app/lib/content-limits.ts'
import { toAsciiDigits } from '#app/lib/to-ascii-digits.ts'
import { PersonName, Username } from '../members/profile-schema.ts'

/** An email address as typed. The server decides whether it is valid. */
export const EmailText = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter your email address.'),
  v.maxLength(255, 'This address is too long.'),
  v.email('This does not look like an email address. Is the part after the @ complete?'),
)

const MISSING_ACCOUNT_OR_PASSWORD = 'You must provide either an email or phone number and a password'

/** A new password. The service may have further rules; then its own message is shown. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(PASSWORD_LENGTH.min, `Use at least ${PASSWORD_LENGTH.min} characters.`),
  v.check(
    (text) => new TextEncoder().encode(text).length <= PASSWORD_LENGTH.maxBytes,
    `This password is too long. Use at most ${PASSWORD_LENGTH.maxBytes} characters, or fewer with accents or emoji.`,
  ),
)

/** A phone number as people write it. Anything else is read as an email address. */
export const PHONE_SHAPE = /^[+\d][\d\s().\-/]*$/

/** An email address or phone number as typed; `readSignInName` parses it. */
export const SignInNameText = createNameText('You must provide either an email or phone number.')
/** The same in a form that asks for a password, too. */
const NameBesidePassword = v.optional(createNameText(MISSING_ACCOUNT_OR_PASSWORD), '')

function createNameText(missing: string) {
  const describe = (input: unknown) => {
    if (input === '') return missing
    const email = v.safeParse(EmailText, input)
    return email.success ? '' : email.issues[0].message
  }
  const phone = v.pipe(v.string(), v.trim(), v.maxLength(40), v.regex(PHONE_SHAPE))
  return v.union([phone, EmailText], (issue) => describe(issue.input))
}

/** A captcha token, if the site asks for one. */
const CaptchaToken = v.optional(v.string())

/** A one-time code as typed or pasted, with spaces or dashes in between. */
export const CodeText = v.pipe(
  v.string(),
  v.transform((text) => toAsciiDigits(text).replace(/[\s-]/g, '')),
  v.regex(/^\d{6,10}$/, 'Enter all digits of the code.'),
)

export const SignInForm = v.object({
  account: NameBesidePassword,
  captchaToken: CaptchaToken,
  password: v.optional(v.pipe(v.string(), v.nonEmpty(MISSING_ACCOUNT_OR_PASSWORD)), ''),
})

export const ForgottenPasswordForm = v.object({ email: EmailText, captchaToken: CaptchaToken })

export const SendCodeForm = v.object({ account: SignInNameText, captchaToken: CaptchaToken })

export const CheckCodeForm = v.object({ account: SignInNameText, code: CodeText })

/** The token of an invitation, which a method that signs new members up passes on. */
export const InvitationToken = v.optional(v.pipe(v.string(), v.regex(/^[a-z2-9]{26}$/)))

export const OrganisationForm = v.object({ email: EmailText, captchaToken: CaptchaToken, invitation: InvitationToken })

/** A second-factor response: the code, and the challenge it answers if one was sent. */
export const SecondFactorForm = v.object({
  factorId: v.pipe(v.string(), v.uuid()),
  challengeId: v.optional(v.pipe(v.string(), v.uuid())),
  code: CodeText,
})

export const FactorForm = v.object({ factorId: v.pipe(v.string(), v.uuid()) })

export const NewPasswordForm = v.object({ password: NewPassword })

export const SignUpForm = v.object({
  name: v.optional(PersonName, ''),
  surname: v.optional(PersonName, ''),
  username: Username,
  account: NameBesidePassword,
  password: v.optional(v.pipe(v.string(), v.nonEmpty(MISSING_ACCOUNT_OR_PASSWORD), NewPassword), ''),
  captchaToken: CaptchaToken,
})

/** The parameters of a link in an email of this site or from `npm run admin`. */
export const MailedLinkForm = v.object({
  tokenHash: v.pipe(v.string(), v.regex(/^[\w-]{20,128}$/)),
  type: v.picklist(['magiclink', 'invite', 'signup', 'recovery', 'email', 'email_change']),
})

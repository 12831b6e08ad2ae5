import { href, useSearchParams } from 'react-router'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const WORDS: Record<string, { title: string; lead: string }> = {
  invite: { title: 'Welcome', lead: 'You have been invited. Continue to choose a password.' },
  recovery: { title: 'Reset your password', lead: 'Continue to choose a new password.' },
}

/**
 * The page of an emailed link. It asks for a confirmation, because mail scanners open links too and a link works
 * only once.
 */
export function MailLinkForm({ rejection }: { rejection: FormRejection | undefined }) {
  const [search] = useSearchParams()
  const type = search.get('type') ?? ''
  const { title, lead } = WORDS[type] ?? { title: 'Sign in', lead: 'This link is for you only and works once.' }
  return (
    <AuthForm
      intent="link"
      title={title}
      lead={lead}
      submitLabel="Continue"
      busyLabel="Opening"
      rejection={rejection}
      after={
        <p className="auth-after">
          {rejection ? (
            <TextLink
              to={{ pathname: href('/auth/login'), search: type === 'recovery' ? '?step=forgotten' : '?step=code' }}
            >
              Request a new link
            </TextLink>
          ) : (
            <>
              Not you? <TextLink to={href('/')}>Leave this page</TextLink>, and nothing happens.
            </>
          )}
        </p>
      }
    >
      <input type="hidden" name="tokenHash" value={search.get('token_hash') ?? ''} />
      <input type="hidden" name="type" value={type} />
    </AuthForm>
  )
}

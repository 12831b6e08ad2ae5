import { href, useSearchParams } from 'react-router'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const WORDS: Record<string, { title: string; lead: string }> = {
  invite: { title: 'Welcome', lead: 'You have been invited. Come in, and choose a password.' },
  recovery: { title: 'A new password', lead: 'Come in, and choose a new password.' },
}

/** What a mailed link opens. One press more, because programs that look into mails follow links too, and a link holds once. */
export function MailLinkForm({ rejection }: { rejection: FormRejection | undefined }) {
  const [search] = useSearchParams()
  const type = search.get('type') ?? ''
  const { title, lead } = WORDS[type] ?? { title: 'Log in', lead: 'This link is yours and holds once.' }
  return (
    <AuthForm
      intent="link"
      title={title}
      lead={lead}
      submitLabel="Come in"
      busyLabel="Opening"
      rejection={rejection}
      after={
        <p className="auth-after">
          Not for you? <TextLink to={href('/')}>Leave it</TextLink>, and nothing happens.
        </p>
      }
    >
      <input type="hidden" name="tokenHash" value={search.get('token_hash') ?? ''} />
      <input type="hidden" name="type" value={type} />
    </AuthForm>
  )
}

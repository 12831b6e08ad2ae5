import { href } from 'react-router'
import { EnterCode } from '#app/features/account/sign-in/codes/enter-code.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Takes the code that confirms a new account, whose message was sent again from the sign-in page. */
export function ConfirmForm({ sentTo, rejection }: { sentTo: string; rejection: FormRejection | undefined }) {
  const isMail = sentTo.includes('@')
  return (
    <EnterCode
      title={isMail ? 'Check your email' : 'Check your phone'}
      lead={
        <>
          We sent {isMail ? 'a link and a code' : 'a code'} to <b dir="auto">{sentTo}</b>.{' '}
          {isMail && 'Open the link in this browser, or enter the code here.'}
        </>
      }
      submitLabel="Continue"
      sentTo={sentTo}
      sendAgainIntent="confirm-again"
      rejection={rejection}
      after={
        <p>
          <TextLink to={href('/auth/login')}>Back to sign in</TextLink>
        </p>
      }
    />
  )
}

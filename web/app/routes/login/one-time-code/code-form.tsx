import { href } from 'react-router'
import { AccountField } from '#app/features/account/sign-in/account-field.tsx'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { EnterCode } from '#app/features/account/sign-in/enter-code.tsx'
import type { SignInOffer } from '#app/features/account/sign-in/sign-in-methods.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { LoginReply } from '../login-result.ts'
import { OtherSignInMethods } from '../other-sign-in-methods.tsx'

/** Signing in without a password: first where the code goes, then the code. */
export function CodeForm({ offer, reply: { sentTo, rejection } }: { offer: SignInOffer; reply: LoginReply }) {
  if (sentTo !== undefined) {
    return (
      <EnterCode
        title="Six digits"
        lead={
          <>
            If there is an account for <b dir="auto">{sentTo}</b>, they are on their way. They are good for a short
            time.
          </>
        }
        submitLabel="Log in"
        sentTo={sentTo}
        sendAgainIntent="send-code"
        rejection={rejection}
        after={
          <p>
            Wrong address? <TextLink to={{ pathname: href('/auth/login'), search: '?step=code' }}>Start again</TextLink>
          </p>
        }
      />
    )
  }
  return (
    <AuthForm
      intent="send-code"
      title="A code instead"
      lead={
        offer.hasEmail
          ? 'We send six digits, and by mail a link as well. No password needed.'
          : 'We text you six digits. No password needed.'
      }
      submitLabel="Send it"
      busyLabel="Sending"
      rejection={rejection}
      hasCaptcha
      after={<OtherSignInMethods offer={offer} besides="code" />}
    >
      <AccountField offer={offer} rejection={rejection} />
    </AuthForm>
  )
}

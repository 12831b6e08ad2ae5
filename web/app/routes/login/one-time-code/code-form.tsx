import { href } from 'react-router'
import { AccountField } from '#app/features/account/sign-in/account-field.tsx'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { EnterCode } from '#app/features/account/sign-in/codes/enter-code.tsx'
import { toStepQuery, useInvitationToken } from '#app/features/account/sign-in/methods/provider-buttons.tsx'
import type { SignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { LoginResponse } from '../login-result.ts'
import { OtherSignInMethods } from '../other-sign-in-methods.tsx'

/** Signing in without a password: first the address or number, then the code. */
export function CodeForm({ offer, response: { sentTo, rejection } }: { offer: SignInOffer; response: LoginResponse }) {
  const invitation = useInvitationToken()
  if (sentTo !== undefined) {
    return (
      <EnterCode
        title="Enter the code"
        lead={
          <>
            If there is an account for <b dir="auto">{sentTo}</b>, we have sent it a code. It expires soon.
          </>
        }
        submitLabel="Sign in"
        sentTo={sentTo}
        sendAgainIntent="send-code"
        rejection={rejection}
        after={
          <p>
            Wrong address or number?{' '}
            <TextLink to={{ pathname: href('/auth/login'), search: toStepQuery('code', invitation) }}>
              Start over
            </TextLink>
          </p>
        }
      />
    )
  }
  return (
    <AuthForm
      intent="send-code"
      title="Sign in with a code"
      lead={
        offer.hasEmail
          ? 'We send a code and, by email, a link. No password needed.'
          : 'We send a code by text message. No password needed.'
      }
      submitLabel="Send code"
      busyLabel="Sending"
      rejection={rejection}
      hasCaptcha
      after={<OtherSignInMethods offer={offer} besides="code" />}
    >
      <AccountField offer={offer} rejection={rejection} />
    </AuthForm>
  )
}

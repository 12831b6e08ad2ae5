import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { CodeField } from '#app/features/account/sign-in/codes/code-field.tsx'
import type { SecondFactor } from '#app/features/account/sign-in/codes/second-factors.ts'
import { SendAgain } from '#app/features/account/sign-in/codes/send-again.tsx'
import { WayLink } from '#app/features/account/sign-in/methods/provider-buttons.tsx'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import type { LoginResponse } from '../login-result.ts'

/** Two-factor authentication after the password: one of the account's methods, with links to the others. */
export function TwoFactorForm({ factors, response }: { factors: SecondFactor[]; response: LoginResponse }) {
  const [search] = useSearchParams()
  const chosenId = search.get('factor')
  const chosen = factors.find(({ id }) => id === chosenId) ?? factors[0]
  if (!chosen) return null
  const others = factors.filter((factor) => factor !== chosen)
  return (
    <ChosenFactor key={chosen.id} factor={chosen} response={response}>
      {others.length > 0 && (
        <ul className="auth-methods" aria-label="Other two-factor methods">
          {others.map((factor) => (
            <WayLink key={factor.id} search={withFactor(search, factor)} icon={ICONS[factor.kind]}>
              {nameWay(factor)}
            </WayLink>
          ))}
        </ul>
      )}
      <PageForm method="post" className="auth-after auth-again">
        <input type="hidden" name="intent" value="start-again" />
        <span>Not you?</span>
        <button type="submit" className="link">
          Start over
        </button>
      </PageForm>
    </ChosenFactor>
  )
}

function withFactor(search: URLSearchParams, { id }: SecondFactor): string {
  const next = new URLSearchParams(search)
  next.set('factor', id)
  return `?${next}`
}

const TITLE = 'Two-factor authentication'

const ICONS: Record<SecondFactor['kind'], ReactNode> = {
  totp: <KeyRound />,
  phone: <Smartphone />,
  webauthn: <Fingerprint />,
}

function nameWay({ kind, name, phoneEnding }: SecondFactor): string {
  if (kind === 'phone') return `Text a code to the number ending in ${phoneEnding}`
  if (kind === 'webauthn') return name ? `Use your security key “${name}”` : 'Use your security key'
  return name ? `Use the authenticator “${name}”` : 'Use an authenticator app'
}

function ChosenFactor({
  factor,
  response,
  children,
}: {
  factor: SecondFactor
  response: LoginResponse
  children: ReactNode
}) {
  switch (factor.kind) {
    case 'totp':
      return (
        <FactorCode
          factor={factor}
          response={response}
          lead="Enter the six digits from your authenticator app."
          hint="It changes every 30 seconds. We check it as soon as you enter the sixth digit."
          after={children}
        />
      )
    case 'phone':
      return response.challengeId === undefined ? (
        <TextMe factor={factor} response={response} after={children} />
      ) : (
        <FactorCode
          factor={factor}
          response={response}
          lead={`We sent a code to the number ending in ${factor.phoneEnding}.`}
          after={
            <>
              <div className="auth-after">
                <SendAgain
                  fields={{
                    intent: 'text-second-factor',
                    factorId: factor.id,
                    challengeId: response.challengeId,
                  }}
                />
              </div>
              {children}
            </>
          }
        />
      )
    case 'webauthn':
      return <TouchKey factor={factor} response={response} after={children} />
  }
}

type FactorProps = { factor: SecondFactor; response: LoginResponse; after: ReactNode }

function FactorCode({ factor, response, lead, hint, after }: FactorProps & { lead: string; hint?: string }) {
  return (
    <AuthForm
      intent="second-factor"
      title={TITLE}
      lead={lead}
      submitLabel="Confirm"
      busyLabel="Checking"
      rejection={response.rejection}
      after={after}
    >
      <input type="hidden" name="factorId" value={factor.id} />
      {response.challengeId && <input type="hidden" name="challengeId" value={response.challengeId} />}
      <CodeField
        sentBy={factor.kind === 'phone' ? 'factor' : undefined}
        hint={hint}
        error={response.rejection?.fieldErrors.code}
      />
    </AuthForm>
  )
}

function TextMe({ factor, response, after }: FactorProps) {
  return (
    <AuthForm
      intent="text-second-factor"
      title={TITLE}
      lead={`We can send a code to the number ending in ${factor.phoneEnding}.`}
      submitLabel="Send code"
      busyLabel="Sending"
      rejection={response.rejection}
      after={after}
    >
      <input type="hidden" name="factorId" value={factor.id} />
    </AuthForm>
  )
}

function TouchKey({ factor, response, after }: FactorProps) {
  const hasScript = useHasScript()
  return (
    <AuthForm
      intent="touch-second-factor"
      title={TITLE}
      lead={`Have ${factor.name ? `“${factor.name}”` : 'your security key'} ready. Your browser will ask for it.`}
      submitLabel="Use security key"
      busyLabel="Waiting for your browser"
      rejection={response.rejection}
      after={after}
    >
      <input type="hidden" name="factorId" value={factor.id} />
      {!hasScript && (
        <noscript>
          <Notice kind="warn">Security keys need JavaScript. Please turn it on or use another method.</Notice>
        </noscript>
      )}
    </AuthForm>
  )
}

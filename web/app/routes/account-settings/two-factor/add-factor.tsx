import ChevronRight from 'lucide-react/icons/chevron-right'
import KeyRound from 'lucide-react/icons/key-round'
import Text from 'lucide-react/icons/message-square-text'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { CodeField } from '#app/features/account/sign-in/code-field.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { TextField } from '#app/ui/forms/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import type { SettingsReply } from '../action-result.ts'
import { SettingsForm } from '../settings-form.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { SettingsStep } from '../settings-step.tsx'

/** The kinds of second step, one line each. Keys need script. */
export function ChooseFactor() {
  const hasScript = useHasScript()
  return (
    <SettingsStep part="security" title="Add a second step" lead="From then on we ask for it after your password.">
      <ul>
        <KindLink step="add-totp" sign={<Smartphone />} title="Authenticator app">
          An app on your phone shows six digits, also without a network.
        </KindLink>
        {hasScript && (
          <KindLink step="add-key" sign={<KeyRound />} title="Key or this device">
            A security key, or this device by finger, face or PIN. Nothing to type.
          </KindLink>
        )}
        <KindLink step="add-phone" sign={<Text />} title="Phone">
          We text you six digits. The least safe of the three, and better than none.
        </KindLink>
      </ul>
    </SettingsStep>
  )
}

function KindLink({ step, sign, title, children }: { step: string; sign: ReactNode; title: string; children: string }) {
  return (
    <li>
      <SafeLink className="settings-kind" to={settingsUrl('security', { step })}>
        <span className="settings-sign">{sign}</span>
        <span className="min-w-0 flex-1">
          <b>{title}</b>
          <span>{children}</span>
        </span>
        <ChevronRight />
      </SafeLink>
    </li>
  )
}

type StepProps = { reply: SettingsReply | undefined }

/** An authenticator app: first its name, then the picture to scan and the code that proves it. */
export function AddTotp({ reply }: StepProps) {
  const { uri = '', secret = '', qrCode = '', name = '' } = reply?.begun ?? {}
  if (!reply?.begun) {
    return (
      <SettingsStep part="security" title="An authenticator app" lead="Any app for one-time codes will do.">
        <SettingsForm {...FORM} intent="add-totp" step="add-totp" reply={reply} submitLabel="Go on" busyLabel="Drawing">
          <NameField reply={reply} fallback="Phone" />
        </SettingsForm>
      </SettingsStep>
    )
  }
  return (
    <SettingsStep
      part="security"
      title={
        <>
          Authenticator app{' '}
          <span className="settings-name">
            “<bdi>{name}</bdi>”
          </span>
        </>
      }
      lead="Scan this with the app, then type the six digits that it shows."
    >
      <div className="settings-totp">
        <img src={qrCode} width={196} height={196} alt="A code to scan with your authenticator app" />
        <div className="min-w-0">
          <p>
            <TextLink to={uri} external>
              Open the app on this device
            </TextLink>
          </p>
          <p className="settings-note">Or type this into it:</p>
          <p className="settings-secret">
            {toGroups(secret).map(({ text, at }) => (
              <span key={at}>{text}</span>
            ))}
          </p>
        </div>
      </div>
      <SettingsForm
        {...FORM}
        intent="confirm-factor"
        step="add-totp"
        sends={reply.begun}
        reply={reply}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        <CodeField hint="A new one comes every 30 seconds." error={reply.rejection?.fieldErrors.code} />
      </SettingsForm>
    </SettingsStep>
  )
}

/** A secret in groups of four, as people type it. */
function toGroups(secret: string): { text: string; at: number }[] {
  return [...secret.matchAll(/.{1,4}/g)].map(({ 0: text, index }) => ({ text, at: index }))
}

/** A phone: first its number, then the code that was texted there. */
export function AddPhoneFactor({ reply }: StepProps) {
  const errors = reply?.rejection?.fieldErrors ?? {}
  if (!reply?.begun) {
    return (
      <SettingsStep part="security" title="A phone" lead="We text six digits to it each time.">
        <SettingsForm
          {...FORM}
          intent="add-phone"
          step="add-phone"
          reply={reply}
          submitLabel="Text me"
          busyLabel="Sending"
        >
          <TextField
            label="Number"
            type="tel"
            name="phone"
            autoComplete="tel"
            hint="With the code of your country, as in +39."
            required
            defaultValue={reply?.rejection?.values.phone}
            error={errors.phone}
          />
          <NameField reply={reply} fallback="My phone" />
        </SettingsForm>
      </SettingsStep>
    )
  }
  return (
    <SettingsStep
      part="security"
      title="Six digits"
      lead={
        <>
          They are on their way to <bdi>{reply.begun.phone}</bdi>.
        </>
      }
    >
      <SettingsForm
        {...FORM}
        intent="confirm-factor"
        step="add-phone"
        sends={reply.begun}
        reply={reply}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        <CodeField error={errors.code} />
      </SettingsForm>
    </SettingsStep>
  )
}

/** A security key or this device. The browser does the rest. */
export function AddKey({ reply }: StepProps) {
  return (
    <SettingsStep
      part="security"
      title="A key or this device"
      lead="Give it a name and have it at hand: your browser asks for it next."
    >
      <SettingsForm
        {...FORM}
        intent="add-key"
        step="add-key"
        reply={reply}
        submitLabel="Go on"
        busyLabel="Waiting for your browser"
      >
        <NameField reply={reply} fallback="This device" />
      </SettingsForm>
    </SettingsStep>
  )
}

const FORM = { part: 'security', backLabel: 'Leave it' } as const

function NameField({ reply, fallback }: StepProps & { fallback: string }) {
  return (
    <TextField
      label="Name"
      name="name"
      dir="auto"
      maxLength={60}
      autoComplete="off"
      hint="Only you see it."
      required
      defaultValue={reply?.rejection?.values.name ?? fallback}
      error={reply?.rejection?.fieldErrors.name}
    />
  )
}

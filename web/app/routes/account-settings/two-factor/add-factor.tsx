import ChevronRight from 'lucide-react/icons/chevron-right'
import KeyRound from 'lucide-react/icons/key-round'
import Text from 'lucide-react/icons/message-square-text'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { CodeField } from '#app/features/account/sign-in/codes/code-field.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { SettingsForm } from '../settings-form.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { SettingsStep } from '../settings-step.tsx'

/** The two-factor methods to choose from. */
export function ChooseFactor() {
  return (
    <SettingsStep
      section="security"
      title="Add a two-factor method"
      lead="You will be asked for it after your password."
    >
      <ul>
        <KindLink step="add-totp" icon={<Smartphone />} title="Authenticator app">
          An app on your phone shows six digits. Works offline.
        </KindLink>
        <KindLink step="add-key" icon={<KeyRound />} title="Security key or this device" needsScript>
          A security key, or this device with fingerprint, face or PIN. Nothing to type.
        </KindLink>
        <KindLink step="add-phone" icon={<Text />} title="Phone">
          We send you six digits by text message. The least secure of the three, but better than none.
        </KindLink>
      </ul>
    </SettingsStep>
  )
}

function KindLink({
  step,
  icon,
  title,
  needsScript = false,
  children,
}: {
  step: string
  icon: ReactNode
  title: string
  needsScript?: boolean
  children: string
}) {
  return (
    <li className={needsScript ? 'needs-script' : undefined}>
      <SafeLink className="settings-option" to={settingsUrl('security', { step })}>
        <span className="settings-icon">{icon}</span>
        <span className="min-w-0 flex-1">
          <b>{title}</b>
          <span>{children}</span>
        </span>
        <ChevronRight />
      </SafeLink>
    </li>
  )
}

type StepProps = { response: SettingsResponse | undefined }

/** Adds an authenticator app: first its name, then the QR code and the six digits that confirm it. */
export function AddTotp({ response }: StepProps) {
  const { uri = '', secret = '', qrCode = '', name = '' } = response?.begun ?? {}
  if (!response?.begun) {
    return (
      <SettingsStep section="security" title="Add an authenticator app" lead="Any app for one-time codes works.">
        <SettingsForm
          {...FORM}
          intent="add-totp"
          step="add-totp"
          response={response}
          submitLabel="Continue"
          busyLabel="Drawing"
        >
          <NameField response={response} fallback="Phone" />
        </SettingsForm>
      </SettingsStep>
    )
  }
  return (
    <SettingsStep
      section="security"
      title={
        <>
          Authenticator app{' '}
          <span className="settings-name">
            “<bdi>{name}</bdi>”
          </span>
        </>
      }
      lead="Scan this QR code with the app, then enter the six digits it shows."
    >
      <div className="settings-totp">
        <img src={qrCode} width={196} height={196} alt="QR code for your authenticator app" />
        <div className="min-w-0">
          <p>
            <TextLink to={uri} external>
              Open the app on this device
            </TextLink>
          </p>
          <p className="settings-note">Or enter this key by hand:</p>
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
        sends={response.begun}
        response={response}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        <CodeField hint="It changes every 30 seconds." error={response.rejection?.fieldErrors.code} />
      </SettingsForm>
    </SettingsStep>
  )
}

/** Splits a secret into groups of four characters. */
function toGroups(secret: string): { text: string; at: number }[] {
  return [...secret.matchAll(/.{1,4}/g)].map(({ 0: text, index }) => ({ text, at: index }))
}

/** Adds a phone: first its number, then the code from the text message. */
export function AddPhoneFactor({ response }: StepProps) {
  const errors = response?.rejection?.fieldErrors ?? {}
  if (!response?.begun) {
    return (
      <SettingsStep
        section="security"
        title="Add a phone"
        lead="We will send it a code by text message each time you sign in."
      >
        <SettingsForm
          {...FORM}
          intent="add-phone"
          step="add-phone"
          response={response}
          submitLabel="Send code"
          busyLabel="Sending"
        >
          <TextField
            label="Number"
            type="tel"
            name="phone"
            autoComplete="tel"
            hint="With the country code, as in +39."
            required
            defaultValue={response?.rejection?.values.phone}
            error={errors.phone}
          />
          <NameField response={response} fallback="My phone" />
        </SettingsForm>
      </SettingsStep>
    )
  }
  return (
    <SettingsStep
      section="security"
      title="Enter the code"
      lead={
        <>
          We sent six digits to <bdi>{response.begun.phone}</bdi>.
        </>
      }
    >
      <SettingsForm
        {...FORM}
        intent="confirm-factor"
        step="add-phone"
        sends={response.begun}
        response={response}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        <CodeField error={errors.code} />
      </SettingsForm>
    </SettingsStep>
  )
}

/** Adds a security key or this device. The browser does the rest. */
export function AddKey({ response }: StepProps) {
  return (
    <SettingsStep
      section="security"
      title="Add a security key or this device"
      lead="Give it a name. Your browser then asks you to confirm."
    >
      <SettingsForm
        {...FORM}
        intent="add-key"
        step="add-key"
        response={response}
        submitLabel="Continue"
        busyLabel="Waiting for your browser"
      >
        <NameField response={response} fallback="This device" />
      </SettingsForm>
    </SettingsStep>
  )
}

const FORM = { section: 'security', backLabel: 'Cancel' } as const

function NameField({ response, fallback }: StepProps & { fallback: string }) {
  return (
    <TextField
      label="Name"
      name="name"
      dir="auto"
      maxLength={60}
      autoComplete="off"
      hint="Only visible to you."
      required
      defaultValue={response?.rejection?.values.name ?? fallback}
      error={response?.rejection?.fieldErrors.name}
    />
  )
}

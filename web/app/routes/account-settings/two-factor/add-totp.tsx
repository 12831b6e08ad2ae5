import { CodeField } from '#app/features/account/sign-in/codes/code-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { SettingsForm } from '../settings-form.tsx'
import { SettingsStep } from '../settings-step.tsx'
import { FORM, NameField, type StepProps } from './factor-step.tsx'

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
          busyLabel="Preparing"
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

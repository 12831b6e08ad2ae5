import { CodeField } from '#app/features/account/sign-in/codes/code-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { ActionForm, SettingsForm } from '../settings-form.tsx'
import { SettingsStep } from '../settings-step.tsx'
import { FORM, NameField, type StepProps } from './factor-step.tsx'

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
          We sent a code to <bdi>{response.begun.phone}</bdi>.
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
        <CodeField sentBy="factor" error={errors.code} />
      </SettingsForm>
      <ActionForm
        section="security"
        sends={{ ...response.begun, intent: 'factor-code-again', step: 'add-phone' }}
        label="Send the code again"
        busyLabel="Sending"
      />
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

import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { ConfirmStep } from '../confirm-step.tsx'
import { SettingsForm } from '../settings-form.tsx'
import { SettingsStep } from '../settings-step.tsx'
import type { EmailAndPhoneProps } from './pending-changes.tsx'

/** Asks for a new address. */
export function ChangeEmail({ data, response }: EmailAndPhoneProps) {
  return (
    <SettingsStep
      section="email"
      title={data.email ? 'Change your email address' : 'Add an email address'}
      lead={
        data.email
          ? 'We send a confirmation to the new address first, and to your current one if this site requires both.'
          : 'We send a confirmation to the address first.'
      }
    >
      <SettingsForm
        section="email"
        intent="email"
        step="email"
        response={response}
        submitLabel="Change"
        busyLabel="Changing"
        backLabel="Cancel"
      >
        <TextField
          label="New email"
          type="email"
          name="email"
          autoComplete="email"
          dir="auto"
          required
          defaultValue={response?.rejection?.values.email}
          error={response?.rejection?.fieldErrors.email}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

/** Asks for a new number. */
export function ChangePhone({ data, response }: EmailAndPhoneProps) {
  return (
    <SettingsStep
      section="email"
      title={data.phone ? 'Change your phone number' : 'Add a phone number'}
      lead="We send a code to the new number by text message first."
    >
      <SettingsForm
        section="email"
        intent="phone"
        step="phone"
        response={response}
        submitLabel="Send code"
        busyLabel="Sending"
        backLabel="Cancel"
      >
        <TextField
          label="New number"
          type="tel"
          name="phone"
          autoComplete="tel"
          hint="With the country code, as in +39."
          required
          defaultValue={response?.rejection?.values.phone}
          error={response?.rejection?.fieldErrors.phone}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

/** Asks before the number is removed. */
export function RemovePhone({ data, response }: EmailAndPhoneProps) {
  return (
    <ConfirmStep
      section="email"
      title={
        <>
          Remove <bdi>{data.phone}</bdi>?
        </>
      }
      lead="You will no longer be able to sign in with it. Your other sign-in methods stay."
      intent="remove-phone"
      step="remove-phone"
      response={response}
      label="Remove"
    />
  )
}

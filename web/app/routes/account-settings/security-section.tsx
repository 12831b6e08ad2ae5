import { useSearchParams } from 'react-router'
import type { SettingsResponse } from './action-result.ts'
import { RemovePasskey, RenamePasskey } from './passkeys/edit-passkey.tsx'
import { PasskeysGroup } from './passkeys/passkeys-group.tsx'
import { ChangePassword, PasswordGroup } from './password/password-group.tsx'
import type { SecurityData } from './security-data.server.ts'
import { SessionsGroup } from './sessions/sessions-group.tsx'
import { AddKey, AddPhoneFactor } from './two-factor/add-factor.tsx'
import { AddTotp } from './two-factor/add-totp.tsx'
import { ChooseFactor } from './two-factor/choose-factor.tsx'
import { RemoveFactor } from './two-factor/remove-factor.tsx'
import { TwoFactorGroup } from './two-factor/two-factor-group.tsx'

type SecurityProps = { data: SecurityData; response: SettingsResponse | undefined }

/** Two-factor authentication, passkeys, password and sessions, or one step of changing them. */
export function SecuritySection({ data, response }: SecurityProps) {
  const [search] = useSearchParams()
  const step = response ? response.step : search.get('step')
  const sent = (name: string) => response?.rejection?.values[name] ?? search.get(name)
  switch (step) {
    case 'add':
      return <ChooseFactor />
    case 'add-totp':
      return <AddTotp key={response?.begun?.factorId} response={response} />
    case 'add-phone':
      return <AddPhoneFactor key={response?.begun?.factorId} response={response} />
    case 'add-key':
      return <AddKey response={response} />
    case 'password':
      return <ChangePassword hasPassword={data.hasPassword} response={response} />
    case 'remove': {
      const factor = data.factors.find(({ id }) => id === (sent('factorId') ?? sent('factor')))
      if (factor) return <RemoveFactor factor={factor} isLast={data.factors.length === 1} response={response} />
      break
    }
    case 'rename-passkey':
    case 'remove-passkey': {
      const passkey = data.passkeys?.find(({ id }) => id === sent('passkey'))
      const View = step === 'rename-passkey' ? RenamePasskey : RemovePasskey
      if (passkey) return <View passkey={passkey} response={response} />
    }
  }
  return <SecurityOverview data={data} />
}

function SecurityOverview({ data: { factors, passkeys, hasPassword, sessions, now } }: { data: SecurityData }) {
  return (
    <>
      <TwoFactorGroup factors={factors} now={now} />
      {passkeys && <PasskeysGroup passkeys={passkeys} now={now} />}
      <PasswordGroup hasPassword={hasPassword} />
      <SessionsGroup sessions={sessions} now={now} />
    </>
  )
}

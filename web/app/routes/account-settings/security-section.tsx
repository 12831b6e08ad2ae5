import { useSearchParams } from 'react-router'
import type { SettingsReply } from './action-result.ts'
import { RemovePasskey, RenamePasskey } from './passkeys/edit-passkey.tsx'
import { PasskeysGroup } from './passkeys/passkeys-group.tsx'
import { ChangePassword, PasswordGroup } from './password/password-group.tsx'
import { SessionsGroup } from './sessions/sessions-group.tsx'
import type { SecurityData } from './settings-data.server.ts'
import { AddKey, AddPhoneFactor, AddTotp, ChooseFactor } from './two-factor/add-factor.tsx'
import { RemoveFactor } from './two-factor/remove-factor.tsx'
import { TwoFactorGroup } from './two-factor/two-factor-group.tsx'

type SecurityProps = { data: SecurityData; reply: SettingsReply | undefined }

/** Two-factor authentication, passkeys, password and sessions, or one step of changing them. */
export function SecuritySection({ data, reply }: SecurityProps) {
  const [search] = useSearchParams()
  const step = reply ? reply.step : search.get('step')
  const sent = (name: string) => reply?.rejection?.values[name] ?? search.get(name)
  switch (step) {
    case 'add':
      return <ChooseFactor />
    case 'add-totp':
      return <AddTotp key={reply?.begun?.factorId} reply={reply} />
    case 'add-phone':
      return <AddPhoneFactor key={reply?.begun?.factorId} reply={reply} />
    case 'add-key':
      return <AddKey reply={reply} />
    case 'password':
      return <ChangePassword hasPassword={data.hasPassword} reply={reply} />
    case 'remove': {
      const factor = data.factors.find(({ id }) => id === (sent('factorId') ?? sent('factor')))
      if (factor) return <RemoveFactor factor={factor} isLast={data.factors.length === 1} reply={reply} />
      break
    }
    case 'rename-passkey':
    case 'remove-passkey': {
      const passkey = data.passkeys?.find(({ id }) => id === sent('passkey'))
      const View = step === 'rename-passkey' ? RenamePasskey : RemovePasskey
      if (passkey) return <View passkey={passkey} reply={reply} />
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

import { useSearchParams } from 'react-router'
import { AddKey, AddPhoneFactor, AddTotp, ChooseFactor } from './add-factor.tsx'
import { RemovePasskey, RenamePasskey } from './change-passkey.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ChangePassword, PasswordSection } from './password-section.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { SecondStepSection } from './second-step-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import type { SecurityData } from './settings-data.server.ts'
import type { SettingsReply } from './settings-reply.ts'

type SecurityProps = { data: SecurityData; reply: SettingsReply | undefined }

/** Second steps, passkeys, password and sessions; or one step of changing them. */
export function SecurityPart({ data, reply }: SecurityProps) {
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
      <SecondStepSection factors={factors} now={now} />
      {passkeys && <PasskeysSection passkeys={passkeys} now={now} />}
      <PasswordSection hasPassword={hasPassword} />
      <SessionsSection sessions={sessions} now={now} />
    </>
  )
}

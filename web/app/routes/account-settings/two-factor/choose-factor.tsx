import ChevronRight from 'lucide-react/icons/chevron-right'
import KeyRound from 'lucide-react/icons/key-round'
import Text from 'lucide-react/icons/message-square-text'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
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
          We send you a code by text message. The least secure of the three, but better than none.
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

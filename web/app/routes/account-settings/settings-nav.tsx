import Bell from 'lucide-react/icons/bell'
import Download from 'lucide-react/icons/download'
import KeyRound from 'lucide-react/icons/key-round'
import Link from 'lucide-react/icons/link'
import Mail from 'lucide-react/icons/mail'
import Palette from 'lucide-react/icons/palette'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { Fragment, type ReactNode } from 'react'
import { href } from 'react-router'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { type SettingsSection, sectionLabels, settingsSections, settingsUrl } from './settings-sections.ts'

const icons: Record<SettingsSection, ReactNode> = {
  profile: <User />,
  email: <Mail />,
  security: <ShieldCheck />,
  linked: <Link />,
  tokens: <KeyRound />,
  people: <Users />,
  notifications: <Bell />,
  appearance: <Palette />,
  export: <Download />,
  delete: <Trash />,
}

/** The settings menu. On phones it is a separate page, to which sections link back. */
export function SettingsNav({ section, isChosen }: { section: SettingsSection | 'import'; isChosen: boolean }) {
  const Title = isChosen ? 'p' : 'h1'
  return (
    <>
      {isChosen && (
        <p className="settings-back">
          <TextLink to={href('/account/settings')}>‹ All settings</TextLink>
        </p>
      )}
      <nav className="settings-nav" aria-labelledby="settings">
        <Title className="title text-h2" id="settings">
          Settings
        </Title>
        <ul>
          {settingsSections.map((id) => (
            <Fragment key={id}>
              {id === 'export' && (
                <li>
                  <SafeLink
                    className="settings-link"
                    to={href('/account/settings/import')}
                    aria-current={section === 'import' ? 'page' : undefined}
                    prefetch="intent"
                  >
                    <Upload />
                    Import
                  </SafeLink>
                </li>
              )}
              <li>
                <SafeLink
                  className="settings-link"
                  to={settingsUrl(id)}
                  aria-current={id === section ? 'page' : undefined}
                  prefetch="intent"
                >
                  {icons[id]}
                  {sectionLabels[id].title}
                </SafeLink>
              </li>
            </Fragment>
          ))}
        </ul>
      </nav>
    </>
  )
}

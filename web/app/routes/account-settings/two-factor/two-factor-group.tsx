import KeyRound from 'lucide-react/icons/key-round'
import Text from 'lucide-react/icons/message-square-text'
import Plus from 'lucide-react/icons/plus'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import type { SecondFactor } from '#app/features/account/sign-in/codes/second-factors.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { TimeAgo } from '../time-ago.tsx'
import { describeSafety, factorLabels, getFactorName } from './factor-labels.ts'

const ICONS: Record<SecondFactor['kind'], ReactNode> = { totp: <Smartphone />, webauthn: <KeyRound />, phone: <Text /> }

/** The two-factor methods of the account, and what happens if one is lost. */
export function TwoFactorGroup({ factors, now }: { factors: SecondFactor[]; now: number }) {
  const safety = describeSafety(factors)
  const hasPhone = factors.some(({ kind }) => kind === 'phone')
  return (
    <SettingsGroup
      title="Two-factor authentication"
      more={
        <LinkButton icon={<Plus />} to={settingsUrl('security', { step: 'add' })} aria-label="Add a two-factor method">
          Add
        </LinkButton>
      }
    >
      {factors.length === 0 && (
        <p className="settings-note">None yet. With one, a stolen password is not enough to sign in to your account.</p>
      )}
      <ul>
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} now={now} />
        ))}
      </ul>
      {safety && (
        <Notice kind={safety.kind} className="settings-safety">
          <span dir="auto">{safety.text}</span>{' '}
          {safety.kind === 'warn' && (
            <TextLink to={settingsUrl('security', { step: 'add' })}>Add a backup method</TextLink>
          )}
          {safety.kind === 'ok' && factors.length === 2 && !hasPhone && (
            <TextLink to={settingsUrl('security', { step: 'add-phone' })}>Add a phone number as a third</TextLink>
          )}
        </Notice>
      )}
    </SettingsGroup>
  )
}

function FactorRow({ factor, now }: { factor: SecondFactor; now: number }) {
  const { id, kind, name, phoneEnding, createdAt, usedAt } = factor
  return (
    <SettingsRow
      icon={ICONS[kind]}
      title={
        <>
          {factorLabels[kind]}{' '}
          {name && (
            <span className="settings-name">
              “<bdi>{name}</bdi>”
            </span>
          )}
        </>
      }
      note={
        <>
          {phoneEnding && `Ends in ${phoneEnding}. `}
          Added {formatDay(createdAt, now)}
          {usedAt && (
            <>
              , last used <TimeAgo at={usedAt} now={now} />
            </>
          )}
        </>
      }
      actions={
        <TextLink
          to={settingsUrl('security', { step: 'remove', factor: id })}
          aria-label={`Remove ${getFactorName(factor)}`}
        >
          Remove
        </TextLink>
      }
    />
  )
}

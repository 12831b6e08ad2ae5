import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Plus from 'lucide-react/icons/plus'
import { formatDay } from '#app/lib/format/dates.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { OwnPasskey } from '../security-data.server.ts'
import { ActionForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { TimeAgo } from '../time-ago.tsx'

/** The member's passkeys. Adding one needs JavaScript; without it they can still be listed and removed. */
export function PasskeysGroup({ passkeys, now }: { passkeys: OwnPasskey[]; now: number }) {
  return (
    <SettingsGroup
      title="Passkeys"
      more={
        <ActionForm
          section="security"
          sends={{ intent: 'add-passkey' }}
          label="Add"
          hiddenLabel="Add a passkey"
          busyLabel="Waiting"
          variant="secondary"
          icon={<Plus />}
          needsScript
        />
      }
    >
      {passkeys.length === 0 && (
        <p className="settings-note">
          None yet. With a passkey you sign in by fingerprint, face or PIN instead of a password.
        </p>
      )}
      <ul>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} now={now} />
        ))}
      </ul>
    </SettingsGroup>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, usedAt }, now }: { passkey: OwnPasskey; now: number }) {
  const known = name || 'without a name'
  return (
    <SettingsRow
      icon={<Fingerprint />}
      title={<span dir="auto">{name || 'Unnamed passkey'}</span>}
      note={
        <>
          Added {formatDay(createdAt, now)}
          {usedAt && (
            <>
              , last used <TimeAgo at={usedAt} now={now} />
            </>
          )}
        </>
      }
      actions={
        <span className="settings-links">
          <TextLink
            to={settingsUrl('security', { step: 'rename-passkey', passkey: id })}
            aria-label={`Rename the passkey ${known}`}
          >
            Rename
          </TextLink>
          <TextLink
            to={settingsUrl('security', { step: 'remove-passkey', passkey: id })}
            aria-label={`Remove the passkey ${known}`}
          >
            Remove
          </TextLink>
        </span>
      }
    />
  )
}

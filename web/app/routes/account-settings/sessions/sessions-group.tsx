import Bot from 'lucide-react/icons/bot'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { formatDay } from '#app/lib/format/dates.ts'
import type { OwnSession } from '../security-data.server.ts'
import { ActionForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { TimeAgo } from '../time-ago.tsx'

const ICONS: Record<OwnSession['kind'], ReactNode> = { phone: <Smartphone />, computer: <Laptop />, program: <Bot /> }

/** The member's sessions, this one first, with ways to end the others. */
export function SessionsGroup({ sessions, now }: { sessions: OwnSession[]; now: number }) {
  return (
    <SettingsGroup
      title="Where you are signed in"
      more={
        sessions.length > 1 && (
          <ActionForm
            section="security"
            sends={{ intent: 'sign-out-elsewhere' }}
            label="Sign out everywhere else"
            busyLabel="Signing out"
            variant="danger"
          />
        )
      }
    >
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} />
        ))}
      </ul>
      <p className="settings-note">
        Devices choose the name they show here. The number is the first part of their IP address.
      </p>
    </SettingsGroup>
  )
}

function SessionRow({ session, now }: { session: OwnSession; now: number }) {
  const { id, kind, device, address, createdAt, heardAt, isCurrent } = session
  return (
    <SettingsRow
      icon={ICONS[kind]}
      title={
        <span className="wrap-anywhere">
          {isCurrent ? 'This browser' : device}
          {isCurrent && <span className="settings-name"> {device}</span>}
        </span>
      }
      note={
        <span className="dotted-line">
          <span>{isCurrent ? 'Now' : <TimeAgo at={heardAt} now={now} />}</span>
          {address && (
            <span className="dotted">
              <span className="settings-address">{address}</span>
            </span>
          )}
          <span className="dotted">{`since ${formatDay(createdAt, now)}`}</span>
        </span>
      }
      actions={
        isCurrent ? (
          <span className="settings-current-device">this device</span>
        ) : (
          <ActionForm
            section="security"
            sends={{ intent: 'end-session', session: id }}
            label="Sign out"
            hiddenLabel={`Sign out: ${device}`}
            busyLabel="Signing out"
          />
        )
      }
    />
  )
}

import Bot from 'lucide-react/icons/bot'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { formatDay } from '#app/lib/format/dates.ts'
import type { OwnSession } from '../settings-data.server.ts'
import { ActionForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { TimeAgo } from '../time-ago.tsx'

const SIGNS: Record<OwnSession['kind'], ReactNode> = { phone: <Smartphone />, computer: <Laptop />, program: <Bot /> }

/** Where the member is signed in, this place first, and ways to end it elsewhere. */
export function SessionsGroup({ sessions, now }: { sessions: OwnSession[]; now: number }) {
  return (
    <SettingsGroup
      title="Signed in"
      more={
        sessions.length > 1 && (
          <ActionForm
            part="security"
            sends={{ intent: 'sign-out-elsewhere' }}
            label="Sign out elsewhere"
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
        The name is what the device says of itself, the number the front part of its network’s address.
      </p>
    </SettingsGroup>
  )
}

function SessionRow({ session, now }: { session: OwnSession; now: number }) {
  const { id, kind, device, address, createdAt, heardAt, isCurrent } = session
  return (
    <SettingsRow
      sign={SIGNS[kind]}
      title={
        <span className="wrap-anywhere">
          {isCurrent ? 'This browser' : device}
          {isCurrent && <span className="settings-name"> {device}</span>}
        </span>
      }
      note={
        <>
          {isCurrent ? 'Now' : <TimeAgo at={heardAt} now={now} />}
          {address && (
            <>
              {' · '}
              <span className="settings-address">{address}</span>
            </>
          )}
          {` · since ${formatDay(createdAt, now)}`}
        </>
      }
      actions={
        isCurrent ? (
          <span className="settings-here">here</span>
        ) : (
          <ActionForm
            part="security"
            sends={{ intent: 'end-session', session: id }}
            label="End"
            hiddenLabel={`End: ${device}`}
            busyLabel="Ending"
          />
        )
      }
    />
  )
}

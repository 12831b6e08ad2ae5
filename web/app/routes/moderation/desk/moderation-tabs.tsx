import { href } from 'react-router'
import { useViewer } from '#app/platform/root-data.ts'
import { TabLinks } from '#app/ui/navigation/tab-links.tsx'
import { DeskKeys } from './desk-keys.tsx'
import type { QueueCounts } from './desk-schema.ts'
import './desk.css'

const ADMINISTRATION = [
  { to: href('/account/moderation/bundles'), label: 'Other sites' },
  { to: href('/account/moderation/webhooks'), label: 'Webhooks' },
  { to: href('/account/moderation/settings'), label: 'Settings' },
]

/** The tabs of the moderation screens with the counts of their queues, and the help for keyboard shortcuts. */
export function ModerationTabs({ counts }: { counts: QueueCounts }) {
  return (
    <div className="desk-tabs">
      <TabLinks
        label="Moderation"
        tabs={[
          { to: href('/account/moderation'), label: 'Waiting', count: counts.waiting },
          { to: href('/account/moderation/reports'), label: 'Reports', count: counts.reports },
          { to: href('/account/moderation/suggestions'), label: 'Suggestions', count: counts.suggestions },
          { to: href('/account/moderation/members'), label: 'Members' },
          { to: href('/account/moderation/log'), label: 'Log' },
          ...(useViewer()?.isAdministrator ? ADMINISTRATION : []),
        ]}
      />
      <DeskKeys />
    </div>
  )
}

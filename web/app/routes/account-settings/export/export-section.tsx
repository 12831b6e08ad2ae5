import Download from 'lucide-react/icons/download'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

/** The download of all of the member's data. */
export function ExportSection() {
  return (
    <div className="settings-export">
      <p>
        One file with your profile, spots with their exact positions, stories, lists, reviews, comments, the members you
        follow and your notifications. The format is JSON: plain text that any program can read.
      </p>
      {/* A plain link instead of a router link, because the browser downloads the file. */}
      <LinkButton variant="primary" icon={<Download />} to="/account/settings/export.json" reloadDocument download>
        Download your data
      </LinkButton>
    </div>
  )
}

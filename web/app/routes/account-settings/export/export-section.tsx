import Download from 'lucide-react/icons/download'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

/** Everything of the member as a file. */
export function ExportSection() {
  return (
    <div className="settings-export">
      <p>
        One file with your profile, spots with their exact points, stories, lists, reviews, comments, whom you follow
        and what you were told. It is JSON: plain text that every program can read.
      </p>
      {/* Not a link of the router: the browser itself keeps the file. */}
      <LinkButton variant="primary" icon={<Download />} to="/account/settings/export.json" reloadDocument download>
        Take it along
      </LinkButton>
    </div>
  )
}

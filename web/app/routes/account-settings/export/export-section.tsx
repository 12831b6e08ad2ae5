import Download from 'lucide-react/icons/download'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

/** The download of all of the member's data. */
export function ExportSection() {
  return (
    <div className="settings-export">
      <p>
        One ZIP with everything you made: spots with their exact positions and photos, lists, stories, reviews,
        comments, your profile, the members you follow and your notifications. The formats are open, and the spots and
        lists can be imported into any Hereabouts site.
      </p>
      {/* A plain link instead of a router link, because the browser downloads the file. */}
      <LinkButton variant="primary" icon={<Download />} to="/account/settings/export.zip" reloadDocument download>
        Download your data
      </LinkButton>
    </div>
  )
}

import Download from 'lucide-react/icons/download'
import { buttonClass } from '#app/ui/button-class.ts'

/** Everything of the member as a file. */
export function ExportPart() {
  return (
    <div className="settings-export">
      <p>
        One file with your profile, spots with their exact points, stories, lists, reviews, comments, whom you follow
        and what you were told. It is JSON: plain text that every program can read.
      </p>
      {/* Not a link of the router: the browser itself keeps the file. */}
      <a className={buttonClass('primary')} href="/account/settings/export.json" download>
        <Download />
        Take it along
      </a>
    </div>
  )
}

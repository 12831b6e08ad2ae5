import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { formatCount } from '#app/lib/format/numbers.ts'
import { Button } from '#app/ui/buttons/button.tsx'

/** The number of changed settings, and the buttons that save or discard them. */
export function SettingsFoot({
  changes,
  isBusy,
  done,
}: {
  changes: number
  isBusy: boolean
  done: string | undefined
}) {
  return (
    <div className="site-settings-foot">
      <p role="status">
        {changes > 0 ? (
          <>
            <TriangleAlert size={16} aria-hidden="true" /> {formatCount(changes, 'change')} not saved
          </>
        ) : (
          done
        )}
      </p>
      <Button type="reset">Discard</Button>
      <Button type="submit" variant="primary" busy={isBusy} busyLabel="Saving">
        Save
      </Button>
    </div>
  )
}

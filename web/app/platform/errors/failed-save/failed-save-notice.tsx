import { useLocation } from 'react-router'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useRootData } from '../../root-data.ts'

/**
 * A message that a form was not saved, on the page that the server renders in response. If the page itself could not
 * be loaded, a button submits the form again. Disappears after the next navigation.
 */
export function FailedSaveNotice({ isPageLost = false }: { isPageLost?: boolean }) {
  const failedSave = useRootData()?.failedSave
  const isFirstPage = useLocation().key === 'default'
  if (!failedSave || !isFirstPage) return null
  return (
    <Notice kind="bad">
      Not saved: something went wrong on the server. What you typed is still here, except passwords and files. Please
      try again in a moment.
      {isPageLost && (
        <form method="post">
          {Object.entries(failedSave.values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="link">
            Try again
          </button>
        </form>
      )}
    </Notice>
  )
}

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { ReportDialog } from './report-dialog.tsx'
import type { ReportedKind } from './report-schema.ts'

/**
 * Opens the report dialog for something on the page, or without an id for the page itself. After a report it shows
 * "Reported". It is a link, so that it also works without JavaScript.
 */
export function ReportLink({
  kind,
  id,
  isReported = false,
  className = 'link',
}: {
  kind: ReportedKind
  id?: string
  isReported?: boolean
  className?: string
}) {
  const [search] = useSearchParams()
  const target = id ?? kind
  const [isOpen, setIsOpen] = useState(search.get('report') === target)
  const [isDone, setIsDone] = useState(false)
  const parameters = new URLSearchParams(search)
  parameters.set('report', target)
  if (isReported || isDone) return <span className="text-ink-3">Reported</span>
  return (
    <>
      <SafeLink
        className={className}
        to={`?${parameters}`}
        rel="nofollow"
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        Report
      </SafeLink>
      {isOpen && <ReportDialog kind={kind} id={id} onClose={() => setIsOpen(false)} onDone={() => setIsDone(true)} />}
    </>
  )
}

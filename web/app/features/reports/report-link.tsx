import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DialogLink } from '#app/ui/dialogs/dialog-link.tsx'
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
  className,
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
  if (isReported || isDone) return <span className="text-ink-3">Reported</span>
  return (
    <>
      <DialogLink name="report" value={target} className={className} onOpen={() => setIsOpen(true)}>
        Report
      </DialogLink>
      {isOpen && <ReportDialog kind={kind} id={id} onClose={() => setIsOpen(false)} onDone={() => setIsDone(true)} />}
    </>
  )
}

import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'

/** The progress of sending an import from this device, or the problem that stopped it. */
export function SendingState({
  problem,
  label,
  percent,
  what,
  onContinue,
}: {
  /** Undefined while it is being sent. */
  problem: string | undefined
  label: string
  percent: number
  /** The noun for what is being sent, such as "photos". */
  what: string
  onContinue: () => void
}) {
  if (problem !== undefined) {
    return (
      <>
        <Notice kind="bad">{problem}</Notice>
        <Button onClick={onContinue}>Continue</Button>
      </>
    )
  }
  return (
    <div className="import-running">
      <Progress label={label} percent={percent} />
      <p className="text-small text-ink-2">
        {`Keep this page open until all ${what} are sent. If you close it, open it again on this device.`}
      </p>
    </div>
  )
}

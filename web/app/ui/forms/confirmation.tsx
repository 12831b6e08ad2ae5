import { useHasScript } from '../use-has-script.ts'

/**
 * Confirms a dangerous form whose fields would submit it by Enter: a checkbox without JavaScript, nothing to see with
 * it. The server checks `isConfirmed`.
 */
export function Confirmation({ label }: { label: string }) {
  if (useHasScript()) return <input type="hidden" name="confirm" value="yes" />
  return (
    <noscript>
      <label className="choice">
        <input type="checkbox" name="confirm" value="yes" /> <span>{label}</span>
      </label>
    </noscript>
  )
}

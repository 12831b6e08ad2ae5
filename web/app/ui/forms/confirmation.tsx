import { useHasScript } from '../use-has-script.ts'

/**
 * Confirms a dangerous form that Enter in one of its fields would otherwise submit. Shows a checkbox without
 * JavaScript, and nothing with it. The server checks `isConfirmed`.
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

/** Progress as a bar of five blocks with the percentage beside it. */
export function Progress({ label, percent }: { label: string; percent: number }) {
  const whole = Math.round(Math.max(0, Math.min(100, percent)))
  return (
    <div className="flex items-center gap-3">
      <div
        className="progress-bar flex-1"
        role="progressbar"
        aria-label={label}
        aria-valuenow={whole}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className="progress-fill" style={{ width: `${whole}%` }} />
      </div>
      <span className="measured" aria-hidden="true">
        {whole}%
      </span>
    </div>
  )
}

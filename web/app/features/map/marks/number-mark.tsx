import './map-marks.css'

/** A number on an accent disc, the same beside the map and on it. */
export function NumberMark({ number }: { number: number }) {
  return (
    <span className="number-disc number-mark" aria-hidden="true">
      {number}
    </span>
  )
}

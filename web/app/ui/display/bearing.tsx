/** An arrow with a distance. Screen readers get `words`, which include the starting point. */
export function Bearing({
  degrees,
  text,
  words,
}: {
  /** Clockwise from north; null to draw no arrow. */
  degrees: number | null
  text: string
  words: string
}) {
  return (
    <span className="bearing">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.9" fill="none" stroke="currentColor" opacity=".55" />
        {degrees === null ? (
          <circle cx="8" cy="8" r="2" fill="currentColor" />
        ) : (
          <path d="M8 1.8 10.4 9 8 7.8 5.6 9Z" fill="currentColor" transform={`rotate(${Math.round(degrees)} 8 8)`} />
        )}
      </svg>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

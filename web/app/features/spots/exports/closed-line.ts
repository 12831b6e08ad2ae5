/** Returns the description of a spot. That of a closed spot starts with "Closed", for formats without a status. */
export function markClosed({ status, description }: { status: string; description: string }): string {
  if (status !== 'closed') return description
  return description === '' ? 'Closed' : `Closed\n${description}`
}

/** Removes the line that `markClosed` added, in plain text or HTML. */
export function unmarkClosed({ status, description }: { status: string; description: string }): string {
  return status === 'closed' ? description.replace(/^Closed(?:\n|<br>|$)/, '') : description
}

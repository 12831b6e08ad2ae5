const SPOT = /^(?:(https?:\/\/[^/\s]+))?\/(?:[^\s?#]*\/)?spot\/([a-z0-9]{1,40})\/?(?:[?#]\S*)?$/i

/** Returns the id of the spot in a pasted URL of this site. */
export function findSpotInAddress(text: string, origin: string): string | undefined {
  const [, host, id] = SPOT.exec(text.trim()) ?? []
  return host === undefined || host === origin ? id?.toLowerCase() : undefined
}

const LOCAL = 'local:'

/** Returns the value of the cover field for a photo that is still on this device, by its local key. */
export function toLocalCover(key: string): string {
  return `${LOCAL}${key}`
}

/** Returns true if the cover is a photo that the server does not have yet. */
export function isLocalCover(cover: string): boolean {
  return cover.startsWith(LOCAL)
}

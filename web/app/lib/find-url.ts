/** Returns undefined for an invalid URL. `URL.parse` is missing in Chrome 125 and Safari 17, which run the rest of the app. */
export function findUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

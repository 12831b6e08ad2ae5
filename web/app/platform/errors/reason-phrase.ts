/** A text as HTTP allows it behind a status: tab, space and what ASCII prints. Line breaks would begin a header of their own. */
export function toReasonPhrase(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007e]/g, '')
}

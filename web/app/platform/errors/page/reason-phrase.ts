/**
 * Reduces a text to the characters that HTTP allows in a reason phrase: tab, space and printable ASCII. Line breaks
 * would allow header injection.
 */
export function toReasonPhrase(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007e]/g, '')
}

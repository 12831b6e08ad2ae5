/** Characters that XML 1.0 cannot contain even when escaped (section 2.2), and unpaired surrogates. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes a text for the content of an XML element or attribute. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** Returns an element with text; an empty string if there is no text. */
export function xmlElement(name: string, text: string | null): string {
  return text ? `<${name}>${escapeXml(text)}</${name}>` : ''
}

/** Writes degrees as a decimal number, to about a centimetre. `xsd:decimal` allows no exponents. */
export function writeDegrees(degrees: number): string {
  return degrees
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}

/** Returns what was typed in the field `body` of a form since its text was sent; empty if nothing was. */
export function findTypedSince(form: HTMLFormElement | null, sent: FormData | undefined): string {
  const field = form?.elements.namedItem('body')
  if (!(field instanceof HTMLTextAreaElement)) return ''
  // Forms may send the line breaks of a text area as CRLF.
  const body = String(sent?.get('body') ?? '').replaceAll('\r\n', '\n')
  return field.value.startsWith(body) ? field.value.slice(body.length).trimStart() : field.value
}

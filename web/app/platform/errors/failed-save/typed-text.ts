const TEXT_FIELDS =
  'textarea[name], input[name]:not([type="hidden"], [type="checkbox"], [type="radio"], [type="range"], [type="submit"])'

/** Returns true if a text field of this page still shows a text of the submitted form. Browser only. */
export function hasTypedText(form: FormData): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)
  return [...fields].some(({ name, value }) => value !== '' && form.getAll(name).some((sent) => isSame(sent, value)))
}

/** Forms submit the line breaks of a text area as CRLF. */
function isSame(sent: FormDataEntryValue, value: string): boolean {
  return typeof sent === 'string' && sent.replaceAll('\r\n', '\n') === value
}

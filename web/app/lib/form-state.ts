/** A control of a form, as far as changes depend on it. */
type Control = Pick<HTMLInputElement, 'name' | 'type' | 'autocomplete'>

/** Writes the fields of a form as one text, to compare with a later one. Files count by name and size. */
export function writeFormState(fields: FormData, controls: Iterable<Control> = []): string {
  const ignored = new Set([...controls].filter(isQuicklyTyped).map(({ name }) => name))
  const entries = [...fields].filter(([name]) => !ignored.has(name))
  return JSON.stringify(entries.map(([name, value]) => [name, writeValue(value)]))
}

/** Nothing is lost with a password or code that was typed. */
function isQuicklyTyped({ type, autocomplete }: Control): boolean {
  return type === 'password' || autocomplete === 'one-time-code'
}

function writeValue(value: FormDataEntryValue): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : `${value.name} ${value.size}`
}

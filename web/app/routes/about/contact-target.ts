import * as v from 'valibot'

const Email = v.pipe(v.string(), v.email())
const WebUrl = v.pipe(v.string(), v.url(), v.regex(/^https?:/i))

/** Returns the link for a contact that is an email or web address. Undefined for other texts. */
export function toContactTarget(contact: string): string | undefined {
  if (v.is(Email, contact)) return `mailto:${contact}`
  return v.is(WebUrl, contact) ? contact : undefined
}

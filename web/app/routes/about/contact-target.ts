import * as v from 'valibot'

const Email = v.pipe(v.string(), v.email())
const WebUrl = v.pipe(v.string(), v.url(), v.regex(/^https?:/i))

/** Returns the link of a contact that is an e-mail address or a web address. Undefined for other texts. */
export function toContactTarget(contact: string): string | undefined {
  if (v.is(Email, contact)) return `mailto:${contact}`
  return v.is(WebUrl, contact) ? contact : undefined
}

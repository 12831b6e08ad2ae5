/**
 * The protocols allowed in links of members. Relative links could pass for links of the site, and user names in URLs
 * for its host.
 */
const OPEN_LINK = /^(?:https?:\/\/[^/@\\]+(?:[/?#]|$)|mailto:[^\s])/i

/** Returns true for a URL that members may link to. */
export function isOpenLink(address: string): boolean {
  return OPEN_LINK.test(address.trim())
}

/** The protocols allowed in links of members. Relative links would look like ours, and user names like the host. */
const OPEN_LINK = /^(?:https?:\/\/[^/@\\]+(?:[/?#]|$)|mailto:[^\s])/i

/** Returns true for an address that members may link to. */
export function isOpenLink(address: string): boolean {
  return OPEN_LINK.test(address.trim())
}

/**
 * Returns the settings that enable a provider which runs at the address of a peer. `more` adds settings or replaces
 * these.
 */
export function enableProvider(
  name: string,
  { url, secret = 'peer-secret' }: { url: string; secret?: string },
  more: Record<string, string> = {},
): Record<string, string> {
  const own = { ENABLED: 'true', CLIENT_ID: 'our-client', SECRET: secret, URL: url }
  const prefix = `GOTRUE_EXTERNAL_${name.toUpperCase()}`
  return {
    ...Object.fromEntries(Object.entries(own).map(([setting, value]) => [`${prefix}_${setting}`, value])),
    ...more,
  }
}

/**
 * Describes where a redirect URI leads: the host of a web URL, or the scheme of an app's own URL. Such an app chooses
 * everything after its scheme, so `walks://bank.example` does not belong to bank.example.
 */
export function describeTarget(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? host : `an app on this device (${protocol.slice(0, -1)})`
}

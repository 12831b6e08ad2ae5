/** Returns true if the browser knows that it has no network. False on the server. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}

/** Returns true when a person opens a page. Subresource requests and prefetches return false. */
export function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET' || headers.get('sec-purpose')?.startsWith('prefetch')) return false
  const destination = headers.get('sec-fetch-dest')
  return destination === null || destination === 'document' || destination === 'empty'
}

/** Whether a person goes somewhere: not a page asking for one of its images, nor a browser that fetches a page ahead. */
export function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET' || headers.get('sec-purpose')?.startsWith('prefetch')) return false
  const destination = headers.get('sec-fetch-dest')
  return destination === null || destination === 'document' || destination === 'empty'
}

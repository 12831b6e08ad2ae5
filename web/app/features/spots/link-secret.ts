import { useSearchParams } from 'react-router'

/** Returns the secret link that a spot was opened with; null for all other spots. */
export function useLinkSecret(): string | null {
  return useSearchParams()[0].get('link')
}

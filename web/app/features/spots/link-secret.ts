import { useSearchParams } from 'react-router'

/** The secret by which a spot was opened that is shared by link only; null for all others. */
export function useLinkSecret(): string | null {
  return useSearchParams()[0].get('link')
}

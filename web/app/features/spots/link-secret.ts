import { useSearchParams } from 'react-router'

/** Returns the secret link that a spot or story was opened with; null without one. */
export function useLinkSecret(): string | null {
  return useSearchParams()[0].get('link')
}

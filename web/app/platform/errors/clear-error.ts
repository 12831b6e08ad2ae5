import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { useNavigateTo } from '../navigation/navigate-to.ts'
import type { Destination } from '../navigation/target.ts'

/**
 * Drops the error that is shown: with `redirect` by going there, in place of the failed page in the history, else by asking for
 * the page once more. The error stays until that has worked. Any other navigation drops it too.
 */
export function useClearError(): (options?: { redirect?: Destination }) => Promise<void> {
  const navigateTo = useNavigateTo()
  const { revalidate } = useRevalidator()
  return useCallback(
    async ({ redirect } = {}) => (redirect ? navigateTo(redirect, { replace: true }) : revalidate()),
    [navigateTo, revalidate],
  )
}

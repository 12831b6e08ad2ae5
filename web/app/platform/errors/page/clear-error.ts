import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { useNavigateTo } from '../../navigation/navigate-to.ts'
import type { Destination } from '../../navigation/target.ts'

/**
 * Clears the shown error. With `redirect` it goes there and replaces the history entry of the failed page; otherwise it
 * requests the page again. The error stays until that has worked. Any other navigation clears it too.
 */
export function useClearError(): (options?: { redirect?: Destination }) => Promise<void> {
  const navigateTo = useNavigateTo()
  const { revalidate } = useRevalidator()
  return useCallback(
    async ({ redirect } = {}) => (redirect ? navigateTo(redirect, { replace: true }) : revalidate()),
    [navigateTo, revalidate],
  )
}

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { linkComment } from '../discussion-choice.ts'

/**
 * Shows a comment that was sent, once the page was reloaded with it. If it is on another page of the comments, that
 * page is loaded and the comment gets the focus: see `useLinkedComment`.
 */
export function useSentComment(id: string | undefined, onSent?: () => void): void {
  const { pathname, search } = useLocation()
  const navigateTo = useNavigateTo()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each comment
  useEffect(() => {
    if (id === undefined) return
    onSent?.()
    const element = document.getElementById(`comment-${id}`)
    if (element) {
      element.scrollIntoView({ block: 'nearest' })
      // The reply form has the focus when it closes.
      if (onSent) element.focus({ preventScroll: true })
      return
    }
    const to = pathname + linkComment(new URLSearchParams(search), id)
    void navigateTo(to, { replace: true, preventScrollReset: true })
  }, [id])
}

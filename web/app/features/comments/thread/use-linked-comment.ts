import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'

const LINKED = /^#(comment|review)-([\da-f-]{36})$/

/**
 * Moves the focus to the comment or review that the URL links to. One on another page of the list is loaded first: the
 * server does not see the part of a link after the #.
 */
export function useLinkedComment(): void {
  const { hash, search, pathname } = useLocation()
  const navigateTo = useNavigateTo()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each followed link
  useEffect(() => {
    const [, kind, id] = LINKED.exec(hash) ?? []
    if (!kind || !id) return
    const element = document.getElementById(hash.slice(1))
    const parameters = new URLSearchParams(search)
    // A form that was opened there has the focus.
    if (parameters.has('reply') || parameters.has('edit')) return
    if (element) return element.focus()
    if (parameters.get(kind) === id) return
    parameters.set(kind, id)
    void navigateTo(`${pathname}?${parameters}${hash}`, { replace: true, preventScrollReset: true })
  }, [hash, search])
}

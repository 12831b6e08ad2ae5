import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { findSubmitStep, type SubmitStep } from './submit-steps.ts'

/**
 * The step of the form is the URL hash, so that "back" returns to the previous step and steps work offline. `kept` is
 * the step of a draft, once it has been read.
 */
export function useSubmitStep(kept: string | undefined) {
  // The query stays, because it determines where the map opens after a reload.
  const { hash, search } = useLocation()
  const navigateTo = useNavigateTo()
  const heading = useRef<HTMLHeadingElement>(null)
  const named = findSubmitStep(hash)
  // The server does not receive the hash, so the first render shows the first step.
  const step = (kept !== undefined && named) || 'place'
  const go = (to: SubmitStep, replace = false) =>
    void navigateTo({ search, hash: to }, { replace, preventScrollReset: true })

  // Adds a step to a URL without one. Otherwise, going back to it would request the server. The router misses a hash that
  // changes while it hydrates the page.
  const wanted = findSubmitStep(kept ?? '') ?? 'place'
  const isKnown = kept !== undefined
  useEffect(() => {
    if (named !== undefined || !isKnown) return
    const hash = findSubmitStep(window.location.hash) ?? wanted
    void navigateTo({ search, hash }, { replace: true, preventScrollReset: true })
  }, [named, isKnown, wanted, search, navigateTo])

  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.submit-form')?.scrollTo({ top: 0 })
    window.scrollTo({ top: 0 })
  }, [step])
  return { step, go, heading }
}

import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { findSubmitStep, type SubmitStep } from './submit-steps.ts'

/**
 * The step of the form, in the part of the address after `#`: "back" goes a step back, and since that part never reaches the
 * server, steps work without a network. `kept` is where a draft was left, once it is known.
 */
export function useSubmitStep(kept: string | undefined) {
  // The query stays: it says where the map opens, also after a reload.
  const { hash, search } = useLocation()
  const navigateTo = useNavigateTo()
  const heading = useRef<HTMLHeadingElement>(null)
  const named = findSubmitStep(hash)
  // The server never hears of the step, so the first rendering is that of the first one.
  const step = (kept !== undefined && named) || 'place'
  const go = (to: SubmitStep, replace = false) =>
    void navigateTo({ search, hash: to }, { replace, preventScrollReset: true })

  // An address without a step gets one: going back to it from a step would ask the server.
  const wanted = findSubmitStep(kept ?? '') ?? 'place'
  const isKnown = kept !== undefined
  useEffect(() => {
    if (named === undefined && isKnown)
      void navigateTo({ search, hash: wanted }, { replace: true, preventScrollReset: true })
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

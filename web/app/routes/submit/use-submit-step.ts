import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findSubmitStep, type SubmitStep } from './submit-steps.ts'

/**
 * The step of the form, in the part of the address after `#`: "back" goes a step back, and since that part never reaches the
 * server, steps work without a network. `kept` is where a draft was left, once it is known.
 */
export function useSubmitStep(kept: string | undefined) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const named = findSubmitStep(hash)
  const step = named ?? 'place'
  const go = (to: SubmitStep, replace = false) => void navigate({ hash: to }, { replace, preventScrollReset: true })

  // An address without a step gets one: going back to it from a step would ask the server.
  const wanted = findSubmitStep(kept ?? '') ?? 'place'
  const isKnown = kept !== undefined
  useEffect(() => {
    if (named === undefined && isKnown) void navigate({ hash: wanted }, { replace: true, preventScrollReset: true })
  }, [named, isKnown, wanted, navigate])

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

import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Blocker, type BlockerFunction, useBlocker, useNavigation } from 'react-router'
import { writeFormState } from '#app/lib/form-state.ts'
import { isOtherPage } from './is-other-page.ts'

/** One check for each form on the page. The router asks only one blocker, so each blocker runs all checks. */
const checks = new Set<() => boolean>()

/**
 * Blocks navigations away from a form with unsaved changes, and lets the browser ask before the tab is closed or
 * reloaded. `saved` is the response to an accepted submission, after which the fields shown count as saved. Sending a
 * form never blocks, nor does a link with `data-discards-changes`.
 */
export function useUnsavedChanges(form: RefObject<HTMLFormElement | null>, saved?: unknown): Blocker {
  const isIdle = useNavigation().state === 'idle'
  const hasChanges = useChanges(form, saved, isIdle)
  const mayLeave = useRef(false)
  useEffect(() => {
    checks.add(hasChanges)
    return () => void checks.delete(hasChanges)
  }, [hasChanges])
  useEffect(() => watchLeaving(mayLeave), [])
  useEffect(() => {
    // Another navigation, back to this page, may have replaced the one that was allowed.
    if (isIdle) mayLeave.current = false
  }, [isIdle])
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current && isOtherPage(currentLocation, nextLocation) && hasAnyChanges(),
    [],
  )
  const blocker = useBlocker(shouldBlock)
  if (blocker.state !== 'blocked') return blocker
  const proceed = () => {
    // A page that loads completely, for example after a new build, must not ask again.
    mayLeave.current = true
    blocker.proceed()
  }
  return { ...blocker, proceed }
}

/** Returns a function that compares the form with its saved state. */
function useChanges(form: RefObject<HTMLFormElement | null>, saved: unknown, isIdle: boolean): () => boolean {
  const savedState = useRef<string>(undefined)
  const savedBy = useRef<unknown>(undefined)
  const isSettling = useRef(false)
  useEffect(() => {
    const isSaved = saved !== undefined && savedBy.current !== saved
    // Before the page is idle, fields may still change to what the server has saved. The member may leave already.
    isSettling.current = isSaved && !isIdle
    if (savedState.current !== undefined && !(isSaved && isIdle)) return
    savedState.current = readState(form.current)
    savedBy.current = saved
  }, [form, saved, isIdle])
  return useCallback(
    () => form.current !== null && !isSettling.current && readState(form.current) !== savedState.current,
    [form],
  )
}

function readState(form: HTMLFormElement | null): string {
  return form ? writeFormState(new FormData(form), form.querySelectorAll('input')) : ''
}

function hasAnyChanges(): boolean {
  return [...checks].some((hasChanges) => hasChanges())
}

/** Watches for clicks and forms that may leave the page without a question, and for the browser leaving it. */
function watchLeaving(mayLeave: { current: boolean }): () => void {
  // The router navigates while it handles the event, and blockers do not learn which form or link it was.
  const allow = () => {
    mayLeave.current = true
    setTimeout(() => {
      mayLeave.current = false
    })
  }
  const handleSubmit = ({ target }: Event) => {
    if (target instanceof HTMLFormElement && target.method === 'post') allow()
  }
  const handleClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-discards-changes]')) allow()
  }
  const handleUnload = (event: Event) => {
    if (!mayLeave.current && hasAnyChanges()) event.preventDefault()
  }
  document.addEventListener('submit', handleSubmit, true)
  document.addEventListener('click', handleClick, true)
  window.addEventListener('beforeunload', handleUnload)
  return () => {
    document.removeEventListener('submit', handleSubmit, true)
    document.removeEventListener('click', handleClick, true)
    window.removeEventListener('beforeunload', handleUnload)
  }
}

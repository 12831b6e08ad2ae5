import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'

const PHONE_QUERY = '(width < 47.5rem)'

/** Returns the layer that the current history entry stands for: the card of a spot, the raised list, or a stack. */
export function findBackLayer(state: unknown): string | null {
  const isLayer = typeof state === 'object' && state !== null && 'layer' in state
  return isLayer && typeof state.layer === 'string' ? state.layer : null
}

/** Returns true on phones, where a layer covers the map and the back button is expected to close it. */
export function isPhone(): boolean {
  return matchMedia(PHONE_QUERY).matches
}

/** Closes an open layer first when the back button of a phone is pressed: the layer has its own history entry. */
export function useBackLayer(name: string, isOpen: boolean, onClose: () => void): void {
  const layer = findBackLayer(useLocation().state)
  const navigateTo = useNavigateTo()
  const latest = useRef({ layer, onClose })
  useEffect(() => {
    latest.current = { layer, onClose }
  })

  useEffect(() => {
    if (!isOpen) {
      if (latest.current.layer === name) window.history.back()
      return
    }
    if (!isPhone()) return
    const here = { search: window.location.search }
    void navigateTo(here, { state: { layer: name }, preventScrollReset: true, defaultShouldRevalidate: false })
  }, [isOpen, name, navigateTo])

  const before = useRef(layer)
  useEffect(() => {
    const hasLeft = before.current === name && layer !== name
    before.current = layer
    if (hasLeft) latest.current.onClose()
  }, [layer, name])
}

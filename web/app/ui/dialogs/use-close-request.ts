import { useEffect, useEffectEvent } from 'react'

/** The part of the CloseWatcher API in use. TypeScript does not know it yet. */
interface Watcher {
  onclose: () => void
  destroy: () => void
}

/**
 * Lets Android's Back button or gesture close a dialog instead of leaving the page, where the browser supports it.
 * Elsewhere only Escape requests a close, which dialogs handle themselves.
 */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const handleClose = useEffectEvent(onClose)
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher }
    if (!isOpen || !CloseWatcher || !navigator.userAgent.includes('Android')) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => handleClose()
    return () => watcher.destroy()
  }, [isOpen])
}

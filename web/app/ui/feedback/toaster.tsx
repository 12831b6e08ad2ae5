import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { PlainToasts } from './plain-toasts.tsx'
import { listToasts, subscribeToToasts, type Toast } from './toasts.ts'

type ToastsComponent = ComponentType<{ toasts: readonly Toast[] }>

const none: readonly Toast[] = []

/**
 * The live region for toasts. Rendered once per document, even while it is empty, so that screen readers observe it.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts, () => none)
  const [Toasts, setToasts] = useState<ToastsComponent>()
  const isNeeded = toasts.length > 0
  useEffect(() => {
    if (isNeeded) void loadToasts().then((loaded) => setToasts(() => loaded))
  }, [isNeeded])
  return (
    <div role="status" aria-live="polite" aria-relevant="additions text">
      {Toasts && <Toasts toasts={toasts} />}
    </div>
  )
}

/** Few pages show a toast, so the library loads with the first one. Offline messages use plain toasts. */
async function loadToasts(): Promise<ToastsComponent> {
  try {
    return (await import('./toast-stack.tsx')).ToastStack
  } catch {
    return PlainToasts
  }
}

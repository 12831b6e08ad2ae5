import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { PlainToasts } from './plain-toasts.tsx'
import { listToasts, subscribeToToasts, type Toast } from './toasts.ts'

type ToastsComponent = ComponentType<{ toasts: readonly Toast[] }>

const none: readonly Toast[] = []

/** Where toasts appear; once in the document, also while there is none, so that screen readers listen. */
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

/** Every page has a toaster, few show a toast: what one needs comes with the first. "You are offline" has to be shown too. */
async function loadToasts(): Promise<ToastsComponent> {
  try {
    return (await import('./toast-stack.tsx')).ToastStack
  } catch {
    return PlainToasts
  }
}

import { Toast as Base } from '@base-ui/react/toast'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useRef } from 'react'
import { dismissToast, TOAST_STAY_MS, type Toast } from './toasts.ts'

/** A stack of toasts. Hovering or focusing it keeps them open. F6 moves the focus there; a swipe dismisses a toast. */
export function ToastStack({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <Base.Provider timeout={TOAST_STAY_MS}>
      {/* biome-ignore lint/a11y/useValidAriaValues: the toaster around it speaks, since it is there before the first toast. */}
      <Base.Viewport className="toasts" aria-live={undefined}>
        <ToastLines toasts={toasts} />
      </Base.Viewport>
    </Base.Provider>
  )
}

function ToastLines({ toasts }: { toasts: readonly Toast[] }) {
  const { toasts: shown, add, close } = Base.useToastManager<Pick<Toast, 'action' | 'isFailure'>>()
  const lastId = useRef(0)
  const failures = useRef<number[]>([])
  useEffect(() => {
    for (const { id, message, action, isFailure } of toasts.filter(({ id }) => id > lastId.current)) {
      lastId.current = id
      if (isFailure) failures.current.push(id)
      const stay = isFailure ? { timeout: 0 } : {}
      add({ id: String(id), title: message, data: { action, isFailure }, onRemove: () => dismissToast(id), ...stay })
    }
    const isShown = (id: number) => toasts.some((toast) => toast.id === id)
    for (const id of failures.current) if (!isShown(id)) close(String(id))
    failures.current = failures.current.filter(isShown)
  }, [toasts, add, close])
  return shown.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className="toast" swipeDirection={['left', 'right', 'down']}>
      {toast.data?.isFailure ? <TriangleAlert /> : <Check />}
      <Base.Title render={<span />} />
      {toast.data?.action && (
        <Base.Action
          className="toast-action"
          onClick={() => {
            close(toast.id)
            toast.data?.action?.onPress()
          }}
        >
          {toast.data.action.label}
        </Base.Action>
      )}
    </Base.Root>
  ))
}

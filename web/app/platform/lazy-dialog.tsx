import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { showFailure } from '#app/ui/feedback/toasts.ts'
import { isChunkError } from './builds/chunk-error.ts'
import { isOffline } from './http/is-offline.ts'

/** A dialog in a module of its own, which loads when the dialog opens. */
export interface LazyDialog<Props> {
  Dialog: ComponentType<Props>
  /** Makes the next rendering load the module again. React never does so after a failure. */
  reset: () => void
}

export function createLazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  const create = (): ComponentType<Props> => lazy(async () => ({ default: await load() }))
  const dialog: LazyDialog<Props> = {
    Dialog: create(),
    reset: () => {
      dialog.Dialog = create()
    },
  }
  return dialog
}

/**
 * Shows a dialog, once it is loaded. If it does not load because the browser is offline, it closes with a message, and
 * the page stays.
 */
export function LazyDialogView<Props extends { onClose: () => void }>({
  dialog,
  props,
}: {
  dialog: LazyDialog<Props>
  props: Props
}) {
  const { Dialog, reset } = dialog
  const handleOffline = () => {
    reset()
    showFailure('This needs a connection. Try again when you are online.')
    props.onClose()
  }
  return (
    <OfflineBoundary onOffline={handleOffline}>
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    </OfflineBoundary>
  )
}

interface OfflineBoundaryProps {
  onOffline: () => void
  children: ReactNode
}

/** Renders nothing after a chunk that did not load while offline. Other errors reach the error page. */
class OfflineBoundary extends Component<OfflineBoundaryProps, { failure?: { error: unknown; isMissing: boolean } }> {
  override state: { failure?: { error: unknown; isMissing: boolean } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, isMissing: isChunkError(error) && isOffline() } }
  }

  override componentDidCatch() {
    if (this.state.failure?.isMissing) this.props.onOffline()
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (failure.isMissing) return null
    throw failure.error
  }
}

import { dismissToast, listToasts } from './toasts.ts'

/** Removes all messages. For tests, which share them with others of their process. */
export function dismissAllToasts(): void {
  for (const { id } of listToasts()) dismissToast(id)
}

import { createContext, type ReactNode, useContext, useState } from 'react'

const dialogNames = ['share', 'maps', 'report', 'review', 'photo', 'close', 'delete', 'remove'] as const

/** The dialogs of a spot's page, and the review form, which opens in place. */
export type DialogName = (typeof dialogNames)[number]

export function isDialogName(name: string | null): name is DialogName {
  return dialogNames.some((known) => known === name)
}

interface DialogState {
  opened: DialogName | null
  open: (name: DialogName) => void
  close: () => void
}

const DialogContext = createContext<DialogState>({ opened: null, open: () => undefined, close: () => undefined })

/** Keeps track of the open dialog. The URL may name the first one, so that links work without JavaScript. */
export function DialogProvider({ initial, children }: { initial: DialogName | null; children: ReactNode }) {
  const [opened, setOpened] = useState(initial)
  return <DialogContext value={{ opened, open: setOpened, close: () => setOpened(null) }}>{children}</DialogContext>
}

export function useDialog(): DialogState {
  return useContext(DialogContext)
}

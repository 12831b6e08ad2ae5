import { useEffect } from 'react'
import { SLASH_MENU_ID, slashEntryId } from './slash-menu.tsx'
import type { useEditor } from './use-editor.ts'
import type { useSlashMenu } from './use-slash-menu.ts'

/** The breakpoint of compose-layout.css from which the map is beside the text. */
const WIDE = '(width >= 67.5rem)'
const MENU_HEIGHT_PX = 360

/** Keeps the line with the cursor between the bars of a phone, and above the open menu. */
export function useScrollMargin(editor: ReturnType<typeof useEditor>['editor'], isMenuOpen: boolean): void {
  useEffect(() => {
    if (!editor || matchMedia(WIDE).matches) return
    const visible = window.visualViewport?.height ?? window.innerHeight
    const space = { top: 72, right: 0, bottom: isMenuOpen ? 72 + visible * 0.45 : 72, left: 0 }
    editor.view.setProps({ scrollMargin: space, scrollThreshold: space })
    if (isMenuOpen) editor.commands.scrollIntoView()
  }, [editor, isMenuOpen])
}

/** Returns the position of the menu in the sheet: below the line, or above it. */
export function findMenuPosition(
  line: { top: number; bottom: number },
  place: HTMLElement | null,
): { top: number; isAbove: boolean } {
  const start = place?.parentElement?.getBoundingClientRect().top ?? 0
  const isAbove = line.bottom + MENU_HEIGHT_PX > window.innerHeight && line.top > MENU_HEIGHT_PX
  return { top: (isAbove ? line.top - 8 : line.bottom + 8) - start, isAbove }
}

/** Connects the text with the entries of the open menu for screen readers. */
export function useMenuAria(
  editor: ReturnType<typeof useEditor>['editor'],
  { isOpen, highlighted, entries }: ReturnType<typeof useSlashMenu>,
): void {
  const isListed = isOpen && entries.length > 0
  useEffect(() => {
    const text = editor?.view.dom
    for (const [name, value] of [
      ['aria-controls', SLASH_MENU_ID],
      ['aria-activedescendant', slashEntryId(highlighted)],
    ] as const) {
      if (isListed) text?.setAttribute(name, value)
      else text?.removeAttribute(name)
    }
  }, [editor, isListed, highlighted])
}

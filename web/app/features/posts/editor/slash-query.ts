import type { Editor } from '@tiptap/core'

/** The text after a slash that the writer is typing, and its position. */
export interface SlashQuery {
  text: string
  from: number
  to: number
}

const TYPED = /(?:^|\s)\/([\p{L}\p{N}'’.-]{0,20}(?: [\p{L}\p{N}'’.-]{1,20}){0,3})$/u

/** Returns the slash command before the cursor, unless something is selected or the text is code. */
export function findSlashQuery(editor: Editor): SlashQuery | undefined {
  const { selection } = editor.state
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\0')
  const [, text] = TYPED.exec(before) ?? []
  return text === undefined ? undefined : { text, from: $from.pos - text.length - 1, to: $from.pos }
}

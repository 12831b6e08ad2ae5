import type { Editor } from '@tiptap/core'

/** A heading, a list, a quote, a code block, bold text or a link: what plain text has only if it is Markdown. */
const MARKDOWN = /^(?:#{1,6} \S|[-*+] \S|\d{1,3}[.)] \S|> |```)|\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\(https?:\/\/[^\s)]+\)/m

/** Returns true for text that is written in Markdown. */
export function isMarkdown(text: string): boolean {
  return MARKDOWN.test(text)
}

/**
 * Inserts pasted Markdown as the text that it means, and returns true if it was Markdown. In code it stays as it is. The
 * parser is loaded with the first such text.
 */
export function pasteMarkdown(editor: Editor, text: string): boolean {
  if (!isMarkdown(text) || editor.isActive('codeBlock') || editor.isActive('markdownBlock')) return false
  void import('../../markdown/parse-story.ts').then(
    ({ parseStory }) => editor.commands.insertContent(parseStory(text).content ?? []),
    // Offline without the parser.
    () => editor.commands.insertContent({ type: 'text', text }),
  )
  return true
}

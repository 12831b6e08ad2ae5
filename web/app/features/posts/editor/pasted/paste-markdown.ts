import type { Editor } from '@tiptap/core'

/**
 * Matches headings, lists, quotes, code blocks, bold text and links, which plain text contains only if it is
 * Markdown.
 */
const MARKDOWN = /^(?:#{1,6} \S|[-*+] \S|\d{1,3}[.)] \S|> |```)|\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\(https?:\/\/[^\s)]+\)/m

/** Returns true for text that is written in Markdown. */
export function isMarkdown(text: string): boolean {
  return MARKDOWN.test(text)
}

/**
 * Inserts pasted Markdown as formatted text, and returns true if the text was Markdown. Inside code, text is inserted
 * unchanged. The parser loads on first use.
 */
export function pasteMarkdown(editor: Editor, text: string): boolean {
  if (!isMarkdown(text) || editor.isActive('codeBlock') || editor.isActive('markdownBlock')) return false
  void import('../../markdown/parse-story.ts').then(
    ({ parseStory }) => editor.commands.insertContent(parseStory(text).content ?? []),
    // The parser cannot be loaded, for example offline.
    () => editor.commands.insertContent({ type: 'text', text }),
  )
  return true
}

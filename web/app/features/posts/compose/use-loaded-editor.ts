import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorSource } from '../editor/story-sync.ts'
import type { StoryNode } from '../markdown/story-node.ts'
import type { StoryEditorPage } from './draft/story-fields.ts'
import type { OpenDraft } from './draft/use-story-draft.ts'
import { usePlainField } from './use-plain-field.ts'

export type StoryEditor = typeof import('../editor/story-editor.tsx')['StoryEditor']
type Parser = typeof import('../markdown/parse-story-at.ts')

/**
 * Loads the visual editor, which takes over the text, the selection and the focus of the plain field. Until then, and
 * for good if it cannot be loaded, `loaded` is undefined. `plainField` has the properties of the field.
 */
export function useLoadedEditor(
  { fields, replaced, isReady }: OpenDraft,
  page: StoryEditorPage | null,
  doc: StoryNode,
) {
  const [loaded, setLoaded] = useState<{ StoryEditor: StoryEditor; source: EditorSource }>()
  const { field, waitForComposition, plainField } = usePlainField()
  const isUntouched = fields.body === (page?.story.body ?? '')

  const readSource = useEffectEvent((parser: Parser | undefined): EditorSource | undefined => {
    const key = replaced?.key ?? 0
    const isFocused = field.current !== null && field.current === document.activeElement
    // The server has parsed this text.
    if (isUntouched && !isFocused) return { doc, key }
    if (isUntouched && fields.body === '') return { doc, selection: { anchor: 1, head: 1 }, key }
    if (!parser) return undefined
    const { selectionStart = 0, selectionEnd = 0, selectionDirection } = field.current ?? {}
    const { doc: typed, from, to } = parser.parseStoryAt(fields.body, selectionStart, selectionEnd)
    const [anchor, head] = selectionDirection === 'backward' ? [to, from] : [from, to]
    return { doc: typed, key, ...(isFocused && { selection: { anchor, head } }) }
  })

  useEffect(() => {
    if (!isReady) return
    let isGone = false
    const load = async () => {
      const { StoryEditor } = await import('../editor/story-editor.tsx')
      let parser: Parser | undefined
      while (!isGone) {
        await waitForComposition()
        // Synchronously: text typed between reading the field and replacing it would be lost.
        const source = isGone ? undefined : readSource(parser)
        if (source) return flushSync(() => setLoaded({ StoryEditor, source }))
        parser ??= await import('../markdown/parse-story-at.ts')
      }
    }
    void load().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [isReady, waitForComposition])

  const isReplaced = loaded && replaced && replaced.key !== loaded.source.key
  return { loaded: isReplaced ? { ...loaded, source: replaced } : loaded, plainField }
}

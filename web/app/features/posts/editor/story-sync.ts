import { useEffect, useRef, useState } from 'react'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { StoryNode } from '../markdown/story-node.ts'
import { writeStory } from '../markdown/write-story.ts'
import { listPhotoIds } from './places-in-text.ts'
import { fetchSpots } from './story-spots.ts'
import type { StartSelection, useEditor } from './use-editor.ts'

/** The text to edit: as a document with an optional selection, or as Markdown that is parsed first. */
export type EditorSource =
  | { doc: StoryNode; selection?: StartSelection; key: number }
  | { body: string; selection?: undefined; key: number }

/** Parses Markdown in the browser only for restored drafts; the server has parsed everything else. */
export function useDocument(source: EditorSource): StoryNode | undefined {
  const [doc, setDoc] = useState('doc' in source ? source.doc : undefined)
  useEffect(() => {
    if (!('body' in source)) return
    let isGone = false
    void import('../markdown/parse-story.ts').then(({ parseStory }) => isGone || setDoc(parseStory(source.body)))
    return () => {
      isGone = true
    }
  }, [source])
  return doc
}

/** Reports the Markdown after each change of the document. */
export function useReport(
  editor: ReturnType<typeof useEditor>['editor'],
  onText: (body: string) => void,
  onPhotos: (ids: readonly string[]) => void,
): void {
  const latest = useRef({ onText, onPhotos })
  latest.current = { onText, onPhotos }
  useEffect(() => {
    if (!editor) return
    const report = () => {
      latest.current.onText(writeStory(editor.getJSON() as StoryNode))
      latest.current.onPhotos(listPhotoIds(editor))
    }
    latest.current.onPhotos(listPhotoIds(editor))
    editor.on('update', report)
    return () => {
      editor.off('update', report)
    }
  }, [editor])
}

/**
 * Loads the spots of the text that are not loaded yet, such as those of pasted links. Returns the ids for which the
 * server has responded.
 */
export function useMissingSpots(
  ids: readonly string[],
  spots: readonly SpotSummary[],
  onSpots: (spots: readonly SpotSummary[]) => void,
): ReadonlySet<string> {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const tried = useRef(new Set<string>())
  const missing = ids.filter((id) => !spots.some((spot) => spot.id === id) && !tried.current.has(id))
  useEffect(() => {
    if (missing.length === 0) return
    for (const id of missing) tried.current.add(id)
    // Offline the card stays empty until the page is opened again.
    fetchSpots(missing).then(
      (found) => {
        onSpots(found)
        setAnswered((before) => new Set([...before, ...missing]))
      },
      () => tried.current.clear(),
    )
  })
  return answered
}

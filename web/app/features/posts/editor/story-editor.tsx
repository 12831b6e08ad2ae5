import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'
import type { StoryNode } from '../markdown/story-node.ts'
import { writeStory } from '../markdown/write-story.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { pasteMarkdown } from './pasted/paste-markdown.ts'
import { usePastedHtml } from './pasted/use-pasted-html.ts'
import { PhotoCard } from './photo-card.tsx'
import { findCurrentSpot, listPhotoIds, listSpotIds } from './places-in-text.ts'
import { SLASH_MENU_ID, type SlashEntry, SlashMenu, slashEntryId } from './slash-menu.tsx'
import type { SlashQuery } from './slash-query.ts'
import { findSpotInAddress } from './spot-address.ts'
import { SpotCard } from './spot-card.tsx'
import { fetchSpots } from './story-spots.ts'
import { type EditorHandlers, useEditor } from './use-editor.ts'
import { usePhotoFiles } from './use-photo-files.ts'
import { useSlashMenu } from './use-slash-menu.ts'
import './editor.css'

/** The breakpoint of compose-layout.css from which the map is beside the text. */
const WIDE = '(width >= 67.5rem)'

/** The text to edit: as a document, or as Markdown that is parsed first. */
export type EditorSource = { doc: StoryNode; key: number } | { body: string; key: number }

/** The visual editor of a story. Its document is Markdown: every change is reported as Markdown. */
export function StoryEditor({
  memberId,
  source,
  toolbarPlace,
  spots,
  photos,
  onSpots,
  onPhoto,
  onText,
  onPlaces,
  onPhotos,
  onCursor,
}: {
  memberId: string
  source: EditorSource
  /** The element that shows the toolbar, once it exists. */
  toolbarPlace: HTMLElement | null
  /** The spots loaded so far, in any order. */
  spots: readonly SpotSummary[]
  photos: readonly StoredStoryPhoto[]
  onSpots: (spots: readonly SpotSummary[]) => void
  onPhoto: (photo: StoredStoryPhoto) => void
  onText: (body: string) => void
  /** The spots in the order of the text. */
  onPlaces: (stops: readonly SpotSummary[]) => void
  /** The ids of the photos in the text, with local keys of those that are not stored yet. */
  onPhotos: (ids: readonly string[]) => void
  onCursor: (index: number) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const handlers = useRef<EditorHandlers>(NO_HANDLERS)
  const doc = useDocument(source)
  const { editor, cards } = useEditor(place, doc, handlers)
  const files = usePhotoFiles(editor, { memberId, photos, onPhoto })
  const pasted = usePastedHtml(files.addPasted)
  const [isLinking, setIsLinking] = useState(false)
  const views = useSyncExternalStore(cards.subscribe, cards.list, cards.list)
  const ids = editor ? listSpotIds(editor) : []
  const stops = ids.flatMap((id) => spots.find((spot) => spot.id === id) ?? [])
  const cursor = editor ? findCurrentSpot(editor) : 0
  const near = stops[cursor]

  const insertSpot = (id: string, range?: SlashQuery) => {
    const chain = editor?.chain().focus()
    if (range) chain?.deleteRange(range)
    chain?.insertContent([{ type: 'spot', attrs: { id } }, { type: 'paragraph' }]).run()
  }
  const pick = (entry: SlashEntry, query: SlashQuery) => {
    if (entry.kind === 'spot') {
      onSpots([entry.spot])
      return insertSpot(entry.spot.id, query)
    }
    const chain = editor?.chain().focus().deleteRange(query)
    if (entry.kind === 'photo') picker.current?.click()
    if (entry.kind === 'heading') chain?.setHeading({ level: 2 })
    if (entry.kind === 'list') chain?.toggleBulletList()
    if (entry.kind === 'quote') chain?.toggleBlockquote()
    chain?.run()
  }
  const menu = useSlashMenu(editor, { near, placedIds: ids, onPick: pick })
  handlers.current = {
    onKey: (event) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setIsLinking(true)
        return true
      }
      return menu.handleKey(event)
    },
    onFiles: files.add,
    onAddress: (text) => {
      const id = findSpotInAddress(text, window.location.origin)
      if (id === undefined || !editor?.state.selection.empty) return false
      insertSpot(id)
      return true
    },
    onPlainText: (text) => editor !== null && pasteMarkdown(editor, text),
    ...pasted,
  }

  useScrollMargin(editor, menu.isOpen)
  useReport(editor, onText, onPhotos)
  useMissingSpots(ids, spots, onSpots)
  const order = stops.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order says when the stops differ.
  useEffect(() => onPlaces(stops), [order])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler is new in every render.
  useEffect(() => onCursor(cursor), [cursor])
  useEffect(() => {
    const text = editor?.view.dom
    const isListed = menu.isOpen && menu.entries.length > 0
    for (const [name, value] of [
      ['aria-controls', SLASH_MENU_ID],
      ['aria-activedescendant', slashEntryId(menu.highlighted)],
    ] as const) {
      if (isListed) text?.setAttribute(name, value)
      else text?.removeAttribute(name)
    }
  }, [editor, menu.isOpen, menu.highlighted, menu.entries.length])

  const openMenu = () => {
    const before = editor?.state.selection.$from.nodeBefore?.text ?? ''
    editor
      ?.chain()
      .focus()
      .insertContent(before === '' || /\s$/.test(before) ? '/' : ' /')
      .run()
  }
  return (
    <div className="compose-editor">
      {editor &&
        toolbarPlace &&
        createPortal(
          <EditorToolbar
            editor={editor}
            isPlacing={menu.isOpen}
            onLink={() => setIsLinking(true)}
            onPhoto={() => picker.current?.click()}
            onSpot={openMenu}
          />,
          toolbarPlace,
        )}
      <p className="sr-only" id="compose-help">
        Type / to insert a spot or a photo. F6 moves between text, toolbar and map. Ctrl Enter publishes.
      </p>
      <div className="compose-place" ref={place} />
      {menu.isOpen && menu.query && editor && (
        <SlashMenu
          entries={menu.entries}
          highlighted={menu.highlighted}
          isLoading={menu.isLoading}
          position={findPosition(editor.view.coordsAtPos(menu.query.from), place.current)}
          onPick={menu.pick}
        />
      )}
      <input
        ref={picker}
        type="file"
        accept="image/*,.heic,.heif,.avif"
        multiple
        hidden
        onChange={(event) => {
          files.add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {isLinking && editor && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
      {views.map((view) =>
        createPortal(
          view.type === 'spot' ? (
            <SpotCard
              view={view}
              spot={spots.find(({ id }) => id === view.attrs.id)}
              number={ids.indexOf(String(view.attrs.id)) + 1}
            />
          ) : (
            <PhotoCard
              view={view}
              photo={photos.find(({ id }) => id === view.attrs.id)}
              fileUrl={files.urlOf(String(view.attrs.id))}
              progress={files.progress[String(view.attrs.id)]}
              onRetry={() => files.retry(String(view.attrs.id))}
            />
          ),
          view.dom,
          view.key,
        ),
      )}
    </div>
  )
}

const NO_HANDLERS: EditorHandlers = {
  onKey: () => false,
  onFiles: () => false,
  onAddress: () => false,
  onPlainText: () => false,
  onHtml: (html) => html,
  onPasted: () => undefined,
}

/** Parses Markdown in the browser only for restored drafts; the server has parsed everything else. */
function useDocument(source: EditorSource): StoryNode | undefined {
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
function useReport(
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

/** Loads the spots of the text that are not loaded yet, such as those of pasted links. */
function useMissingSpots(
  ids: readonly string[],
  spots: readonly SpotSummary[],
  onSpots: (spots: readonly SpotSummary[]) => void,
): void {
  const tried = useRef(new Set<string>())
  const missing = ids.filter((id) => !spots.some((spot) => spot.id === id) && !tried.current.has(id))
  useEffect(() => {
    if (missing.length === 0) return
    for (const id of missing) tried.current.add(id)
    // Offline the card stays empty until the page is opened again.
    fetchSpots(missing).then(onSpots, () => tried.current.clear())
  })
}

const MENU_HEIGHT_PX = 360

/** Keeps the line with the cursor between the bars of a phone, and above the open menu. */
function useScrollMargin(editor: ReturnType<typeof useEditor>['editor'], isMenuOpen: boolean): void {
  useEffect(() => {
    if (!editor || matchMedia(WIDE).matches) return
    const visible = window.visualViewport?.height ?? window.innerHeight
    const space = { top: 72, right: 0, bottom: isMenuOpen ? 72 + visible * 0.45 : 72, left: 0 }
    editor.view.setProps({ scrollMargin: space, scrollThreshold: space })
    if (isMenuOpen) editor.commands.scrollIntoView()
  }, [editor, isMenuOpen])
}

/** Returns the position of the menu in the sheet: below the line, or above it. */
function findPosition(
  line: { top: number; bottom: number },
  place: HTMLElement | null,
): { top: number; isAbove: boolean } {
  const start = place?.parentElement?.getBoundingClientRect().top ?? 0
  const isAbove = line.bottom + MENU_HEIGHT_PX > window.innerHeight && line.top > MENU_HEIGHT_PX
  return { top: (isAbove ? line.top - 8 : line.bottom + 8) - start, isAbove }
}

import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { findMenuPosition, useMenuAria, useScrollMargin } from './menu-position.ts'
import { pasteMarkdown } from './pasted/paste-markdown.ts'
import { usePastedHtml } from './pasted/use-pasted-html.ts'
import { findCurrentSpot, listSpotIds } from './places-in-text.ts'
import { type SlashEntry, SlashMenu } from './slash-menu.tsx'
import type { SlashQuery } from './slash-query.ts'
import { findSpotInAddress } from './spot-address.ts'
import { StoryCards } from './story-cards.tsx'
import { type EditorSource, useDocument, useMissingSpots, useReport } from './story-sync.ts'
import { type EditorHandlers, useEditor } from './use-editor.ts'
import { usePhotoFiles } from './use-photo-files.ts'
import { useSlashMenu } from './use-slash-menu.ts'
import './editor.css'

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
  const { editor, cards } = useEditor(place, doc, handlers, source.selection)
  const files = usePhotoFiles(editor, { memberId, photos, onPhoto })
  const pasted = usePastedHtml(files.addPasted)
  const [isLinking, setIsLinking] = useState(false)
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
  const answered = useMissingSpots(ids, spots, onSpots)
  const order = stops.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order says when the stops differ.
  useEffect(() => onPlaces(stops), [order])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler is new in every render.
  useEffect(() => onCursor(cursor), [cursor])
  useMenuAria(editor, menu)

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
          position={findMenuPosition(editor.view.coordsAtPos(menu.query.from), place.current)}
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
      <StoryCards cards={cards} ids={ids} spots={spots} answered={answered} photos={photos} files={files} />
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

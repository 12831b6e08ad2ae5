import type { Editor } from '@tiptap/core'
import Bold from 'lucide-react/icons/bold'
import ImageIcon from 'lucide-react/icons/image'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import Quote from 'lucide-react/icons/quote'
import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

interface Tool {
  label: string
  icon: ReactNode
  /** True for a separator line before the tool. */
  startsGroup?: boolean
  pressed?: boolean
  disabled?: boolean
  run: () => void
}

/** The styles of a paragraph, by the value of the selection field. */
const STYLES = [
  ['0', 'Text'],
  ['1', 'Large heading'],
  ['2', 'Heading'],
  ['3', 'Small heading'],
] as const

/** The toolbar of the editor. It is one tab stop; the arrows move between its buttons. */
export function EditorToolbar({
  editor,
  isPlacing,
  onLink,
  onPhoto,
  onSpot,
}: {
  editor: Editor
  /** True while the menu of spots is open. */
  isPlacing: boolean
  onLink: () => void
  onPhoto: () => void
  onSpot: () => void
}) {
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const tools = listTools(editor, isPlacing, { onLink, onPhoto, onSpot })
  const level = [1, 2, 3].find((one) => editor.isActive('heading', { level: one })) ?? 0
  const handleKey = (event: KeyboardEvent) => {
    const count = tools.length + 1
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 }[event.key]
    if (next === undefined || event.altKey) return
    event.preventDefault()
    setAt(next % count)
    bar.current?.querySelectorAll<HTMLElement>('select, button')[next % count]?.focus()
  }
  return (
    <div className="compose-toolbar" role="toolbar" aria-label="Formatting" ref={bar} onKeyDown={handleKey}>
      <select
        aria-label="Text style"
        value={String(level)}
        tabIndex={at === 0 ? 0 : -1}
        onFocus={() => setAt(0)}
        onChange={(event) => setStyle(editor, Number(event.currentTarget.value))}
      >
        {STYLES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {tools.map(({ label, icon, startsGroup, pressed, disabled, run }, index) => (
        <button
          key={label}
          type="button"
          className={startsGroup ? 'compose-tool starts-group' : 'compose-tool'}
          aria-label={label}
          title={label}
          aria-pressed={pressed}
          aria-disabled={disabled}
          tabIndex={at === index + 1 ? 0 : -1}
          onFocus={() => setAt(index + 1)}
          // The focus and the selection stay in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => disabled || run()}
        >
          {icon}
        </button>
      ))}
    </div>
  )
}

function setStyle(editor: Editor, level: number): void {
  const chain = editor.chain().focus()
  if (level === 1 || level === 2 || level === 3) chain.setHeading({ level }).run()
  else chain.setParagraph().run()
}

function listTools(
  editor: Editor,
  isPlacing: boolean,
  { onLink, onPhoto, onSpot }: Record<'onLink' | 'onPhoto' | 'onSpot', () => void>,
): Tool[] {
  const chain = () => editor.chain().focus()
  return [
    {
      label: 'Bold',
      icon: <Bold />,
      startsGroup: true,
      pressed: editor.isActive('bold'),
      run: () => chain().toggleBold().run(),
    },
    { label: 'Italic', icon: <Italic />, pressed: editor.isActive('italic'), run: () => chain().toggleItalic().run() },
    { label: 'Link', icon: <LinkIcon />, pressed: editor.isActive('link'), run: onLink },
    {
      label: 'List',
      icon: <List />,
      startsGroup: true,
      pressed: editor.isActive('bulletList'),
      run: () => chain().toggleBulletList().run(),
    },
    {
      label: 'Numbered list',
      icon: <ListOrdered />,
      pressed: editor.isActive('orderedList'),
      run: () => chain().toggleOrderedList().run(),
    },
    {
      label: 'Quote',
      icon: <Quote />,
      pressed: editor.isActive('blockquote'),
      run: () => chain().toggleBlockquote().run(),
    },
    { label: 'Photo', icon: <ImageIcon />, startsGroup: true, run: onPhoto },
    { label: 'Spot', icon: <MapPinPlus />, pressed: isPlacing, run: onSpot },
    {
      label: 'Undo',
      icon: <Undo2 />,
      startsGroup: true,
      disabled: !editor.can().undo(),
      run: () => chain().undo().run(),
    },
    { label: 'Redo', icon: <Redo2 />, disabled: !editor.can().redo(), run: () => chain().redo().run() },
  ]
}

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import { findByLetter, moveByKey } from './menu-keys.ts'
import { useDismiss } from './use-dismiss.ts'

/** What the button that opens a menu has to carry. */
export type MenuTrigger = {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A button with a menu below it. Arrows, Home, End and letters move, Escape and Tab close; focus goes back. */
export function Menu({
  label,
  trigger,
  children,
}: {
  label: string
  trigger: (props: MenuTrigger) => ReactNode
  children: ReactNode
}) {
  const [open, setOpen] = useState<'first' | 'last' | null>(null)
  const wrapper = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = useCallback(() => setOpen(null), [])
  useDismiss(wrapper, open !== null, close)
  useLayoutEffect(() => {
    if (!open || !menu.current) return
    keepInWindow(menu.current)
    listItems(menu.current)
      .at(open === 'first' ? 0 : -1)
      ?.focus()
  }, [open])

  const handleTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  const handleMenuKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      close()
      button.current?.focus()
      return
    }
    const items = listItems(menu.current)
    const current = items.findIndex((item) => item.matches(':focus'))
    const words = items.map((item) => item.textContent ?? '')
    const next = moveByKey(event.key, current, items.length) ?? findByLetter(event.key, current, words)
    if (next === null) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <div className="menu" ref={wrapper}>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(open ? null : 'first'),
        onKeyDown: handleTriggerKey,
      })}
      {open && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className="popup menu-popup"
          onKeyDown={handleMenuKey}
          onClick={() => {
            close()
            button.current?.focus()
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** Turns a menu that would leave the window up or to the other side. */
function keepInWindow(menu: HTMLElement): void {
  const { top, bottom, left, right, height } = menu.getBoundingClientRect()
  if (bottom > window.innerHeight && top > height) menu.dataset.side = 'top'
  if (left < 0 || right > document.documentElement.clientWidth) menu.dataset.align = 'start'
}

function listItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])') ?? [])]
}

type MenuItemContent = { icon?: ReactNode; danger?: boolean; children: ReactNode }

/** Something that a menu does. */
export function MenuItem({
  icon,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: MenuItemContent & { disabled?: boolean; onSelect: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      className={classNames('menu-item', danger && 'is-danger')}
      onClick={(event) => {
        if (disabled) event.stopPropagation()
        else onSelect()
      }}
    >
      {icon}
      {children}
    </button>
  )
}

/** Somewhere that a menu leads to. */
export function MenuLink({ icon, danger = false, children, ...link }: MenuItemContent & LinkProps) {
  return (
    <Link {...link} role="menuitem" tabIndex={-1} className={classNames('menu-item', danger && 'is-danger')}>
      {icon}
      {children}
    </Link>
  )
}

/** A line between two parts of a menu. */
export function MenuLine() {
  return <hr className="menu-line" />
}

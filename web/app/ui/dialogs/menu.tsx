import { Menu as Popup } from '@base-ui/react/menu'
import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

/** What the button that opens a menu has to carry. */
export type MenuTrigger = HTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

/** A button with a menu below it. Arrows, Home, End and letters move, Escape and Tab close; focus goes back. */
export function Menu({
  label,
  trigger,
  children,
}: {
  label: string
  trigger: (props: MenuTrigger) => ReactElement
  children: ReactNode
}) {
  return (
    // The page stays scrollable: these menus are short and close by a press anywhere.
    <Popup.Root modal={false}>
      <Popup.Trigger render={trigger} />
      <Popup.Portal>
        <Popup.Positioner className="popup-place" align="end" sideOffset={4} collisionPadding={8}>
          <Popup.Popup className="popup menu-popup" aria-label={label}>
            {children}
          </Popup.Popup>
        </Popup.Positioner>
      </Popup.Portal>
    </Popup.Root>
  )
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
    <Popup.Item disabled={disabled} className={classNames('menu-item', danger && 'is-danger')} onClick={onSelect}>
      {icon}
      {children}
    </Popup.Item>
  )
}

/** Somewhere that a menu leads to. */
export function MenuLink({ icon, danger = false, children, ...link }: MenuItemContent & SafeLinkProps) {
  return (
    <Popup.LinkItem
      closeOnClick
      className={classNames('menu-item', danger && 'is-danger')}
      render={<SafeLink {...link} />}
    >
      {icon}
      {children}
    </Popup.LinkItem>
  )
}

/** A line between two parts of a menu. */
export function MenuLine() {
  return <Popup.Separator className="menu-line" />
}

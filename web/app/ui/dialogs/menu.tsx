import { Menu as Popup } from '@base-ui/react/menu'
import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

/** The props that the button of a menu must spread. */
export type MenuTrigger = HTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

/** A button with a menu below it. Arrows, Home, End and letters move; Escape and Tab close it and return the focus. */
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
    // The page stays scrollable: these menus are short and close on any click outside.
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

/** A menu item that runs an action. */
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

/** A menu item that links to a page. */
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

/** A separator in a menu. */
export function MenuLine() {
  return <Popup.Separator className="menu-line" />
}

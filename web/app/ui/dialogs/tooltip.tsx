import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactNode, useId } from 'react'

/**
 * A short description of a control, shown on hover and focus. Escape hides it. The child gets `aria-describedby`. If
 * the text would be the control's name, use a label instead.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: (describedBy: string) => ReactNode }) {
  const id = useId()
  return (
    <Base.Root>
      <Base.Trigger render={<span className="tooltip-anchor" />}>{children(id)}</Base.Trigger>
      {/* Always rendered: the library shows tooltips but does not set `aria-describedby`. */}
      <Base.Portal keepMounted>
        <Base.Positioner className="popup-place is-tooltip" sideOffset={6} collisionPadding={8}>
          <Base.Popup className="tooltip" role="tooltip" id={id}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

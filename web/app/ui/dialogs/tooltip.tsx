import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactNode, useId } from 'react'

/**
 * A few words about a control on hover and focus. Escape puts them away. The child takes the id it is described by;
 * a control whose name would be the tooltip wants a label instead.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: (describedBy: string) => ReactNode }) {
  const id = useId()
  return (
    <Base.Root>
      <Base.Trigger render={<span className="tooltip-anchor" />}>{children(id)}</Base.Trigger>
      {/* Always there: the library shows tooltips, but describes nothing by them. */}
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

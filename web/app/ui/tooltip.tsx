import { type ReactNode, useId, useState } from 'react'

/**
 * A few words about a control on hover and focus. Escape puts them away. The child takes the id it is described by;
 * a control whose name would be the tooltip wants a label instead.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: (describedBy: string) => ReactNode }) {
  const id = useId()
  const [dismissed, setDismissed] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is what is operated; this only listens.
    <span
      className="tooltip-anchor"
      data-dismissed={dismissed || undefined}
      onKeyDown={(event) => event.key === 'Escape' && setDismissed(true)}
      onPointerEnter={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {children(id)}
      <span role="tooltip" id={id} className="tooltip">
        {text}
      </span>
    </span>
  )
}

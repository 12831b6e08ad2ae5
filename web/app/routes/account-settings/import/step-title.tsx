import { useEffect, useRef } from 'react'

/**
 * The heading of a step of the import. It takes the focus when the step replaces another, because the control that was
 * used before has left the page. A later change of the heading, such as from "Importing" to "Undone", is announced.
 */
export function StepTitle({ takesFocus, children }: { takesFocus: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves only when the step is first shown
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [])
  return (
    <div role="status">
      <h1 className="settings-title" tabIndex={-1} ref={heading}>
        {children}
      </h1>
    </div>
  )
}

import { useState } from 'react'
import { ControlParts } from './control-parts.tsx'
import { FieldParts } from './field-parts.tsx'
import { BottomParts, HeaderParts } from './frame-parts.tsx'
import { ListParts } from './list-parts.tsx'
import { OverlayParts } from './overlay-parts.tsx'
import { SignParts } from './sign-parts.tsx'

/** Every part in every state, on one page. */
export function Parts() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'system')
  const handleTheme = (next: string) => {
    document.documentElement.dataset.theme = next
    setTheme(next)
  }
  return (
    <>
      <HeaderParts />
      <main id="content" tabIndex={-1}>
        <div className="page">
          <h1 className="title title-display mt-8">Parts</h1>
          <div className="split">
            <ControlParts />
            <SignParts />
          </div>
          <FieldParts />
          <ListParts />
          <OverlayParts />
        </div>
      </main>
      <BottomParts theme={theme} onTheme={handleTheme} />
    </>
  )
}

import { useState } from 'react'
import { ControlExamples } from './control-examples.tsx'
import { DisplayExamples } from './display-examples.tsx'
import { FieldExamples } from './field-examples.tsx'
import { BottomExamples, HeaderExamples } from './frame-examples.tsx'
import { ListExamples } from './list-examples.tsx'
import { OverlayExamples } from './overlay-examples.tsx'

/** All components in all states on one page. */
export function Examples() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'system')
  const handleTheme = (next: string) => {
    document.documentElement.dataset.theme = next
    setTheme(next)
  }
  return (
    <>
      <HeaderExamples />
      <main id="content" tabIndex={-1}>
        <div className="page">
          <h1 className="title title-display mt-8">Components</h1>
          <div className="split">
            <ControlExamples />
            <DisplayExamples />
          </div>
          <FieldExamples />
          <ListExamples />
          <OverlayExamples />
        </div>
      </main>
      <BottomExamples theme={theme} onTheme={handleTheme} />
    </>
  )
}

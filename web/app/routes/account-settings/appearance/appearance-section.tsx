import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { chooseTheme } from '#app/platform/theme-cookie.ts'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import { Row } from '#app/ui/layout/row.tsx'
import { ThemeSwitch } from '#app/ui/navigation/theme-switch.tsx'

/** The theme. It is kept in this browser, so that each device can have its own. */
export function AppearanceSection() {
  // Its own copy: the page's follows only when the server was asked again.
  const [theme, setTheme] = useState(useChosenTheme())
  const { revalidate } = useRevalidator()
  return (
    <ul className="settings-rows">
      <Row
        title="Colours"
        note="Kept in this browser: each of your devices may have its own."
        actions={
          <ThemeSwitch
            theme={theme}
            onChange={(chosen) => {
              setTheme(chosen)
              chooseTheme(chosen)
              void revalidate()
            }}
          />
        }
      />
    </ul>
  )
}

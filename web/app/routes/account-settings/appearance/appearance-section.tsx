import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { chooseTheme } from '#app/platform/theme-cookie.ts'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import { Row } from '#app/ui/layout/row.tsx'
import { ThemeSwitch } from '#app/ui/navigation/theme-switch.tsx'
import { areSingleKeysOn, setSingleKeys } from '#app/ui/single-keys.ts'
import { NamesLanguageRow } from './names-language-row.tsx'

/** Settings that are stored in this browser, so each device can have its own. */
export function AppearanceSection() {
  // A local copy, because the page's theme changes only after revalidation.
  const [theme, setTheme] = useState(useChosenTheme())
  const { revalidate } = useRevalidator()
  return (
    <ul className="settings-rows">
      <Row
        title="Colours"
        note="Day, night, or the same as your device."
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
      <NamesLanguageRow />
      <SingleKeys />
    </ul>
  )
}

function SingleKeys() {
  const [isOn, setIsOn] = useState(true)
  useEffect(() => setIsOn(areSingleKeysOn()), [])
  return (
    <Row
      title="Single-key shortcuts"
      note="/ searches. S saves the spot of a page or row, Shift S chooses lists. B marks a visit in a list."
      actions={
        <label className="choice needs-script">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => {
              setSingleKeys(checked)
              setIsOn(checked)
            }}
          />
          <span>Use single-key shortcuts</span>
        </label>
      }
    />
  )
}

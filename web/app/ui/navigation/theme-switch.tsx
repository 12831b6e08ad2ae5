import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { ReactNode } from 'react'
import type { ChosenTheme } from '../chosen-theme.ts'

const options: readonly { value: ChosenTheme; label: string; icon: ReactNode }[] = [
  { value: 'day', label: 'Day sheet', icon: <Sun /> },
  { value: 'night', label: 'Night chart', icon: <Moon /> },
  { value: 'system', label: 'Match device', icon: <Monitor /> },
]

/** The choice of a theme (day, night or the device's) as three radio buttons. */
export function ThemeSwitch({
  theme,
  onChange,
  name = 'theme',
}: {
  theme: ChosenTheme
  onChange: (theme: ChosenTheme) => void
  name?: string
}) {
  return (
    <fieldset className="theme-switch">
      <legend className="sr-only">Colours</legend>
      {options.map(({ value, label, icon }) => (
        <label key={value} className="theme-option" title={label}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={theme === value}
            aria-label={label}
            onChange={() => onChange(value)}
          />
          {icon}
        </label>
      ))}
    </fieldset>
  )
}

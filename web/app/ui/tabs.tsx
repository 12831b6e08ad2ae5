import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type TabPanel = { value: string; label: ReactNode; count?: number; panel: ReactNode }

/** Tabs within a page; arrow keys move between them. */
export function Tabs({
  label,
  tabs,
  value,
  defaultValue,
  onChange,
}: {
  label: string
  tabs: readonly TabPanel[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}) {
  return (
    <BaseTabs.Root
      value={value}
      defaultValue={defaultValue ?? tabs[0]?.value}
      onValueChange={(next) => onChange?.(String(next))}
    >
      <BaseTabs.List className="tabs scroll-fade" aria-label={label}>
        {tabs.map(({ value: name, label: words, count }) => (
          <BaseTabs.Tab key={name} className="tab" value={name}>
            {words}
            {count !== undefined && <span className="tab-count">{count}</span>}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(({ value: name, panel }) => (
        <BaseTabs.Panel key={name} value={name} className="pt-5">
          {panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}

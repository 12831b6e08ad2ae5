import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useState } from 'react'

export type TabPanel = { value: string; label: ReactNode; count?: number; panel: ReactNode }

/** Tabs within a page. Arrows, Home and End select them. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly TabPanel[]
  value?: string
  onChange?: (value: string) => void
}) {
  const [own, setOwn] = useState(tabs[0]?.value)
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')
  const handleChange = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  return (
    <DirectionProvider direction={direction}>
      <Base.Root value={value ?? own} onValueChange={handleChange}>
        <Base.List
          ref={(list) => setDirection(list?.matches(':dir(rtl)') ? 'rtl' : 'ltr')}
          activateOnFocus
          aria-label={label}
          className="tabs scroll-fade"
        >
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className="tab">
              {tab.label}
              {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {tabs.map((tab) => (
          <Base.Panel key={tab.value} value={tab.value} className="pt-5">
            {tab.panel}
          </Base.Panel>
        ))}
      </Base.Root>
    </DirectionProvider>
  )
}

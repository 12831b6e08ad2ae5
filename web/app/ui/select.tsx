import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** The browser's own select, dressed: it works without JavaScript and opens the wheel on a phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="select-frame">
      <select {...rest} className={classNames('input', className)} />
      <ChevronDown />
    </div>
  )
}

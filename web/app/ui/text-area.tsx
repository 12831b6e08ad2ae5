import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** Several lines of text; grows with what is written where the browser can. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" rows={4} {...rest} className={classNames('input', className)} />
}

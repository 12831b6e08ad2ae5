import type { ComponentProps } from 'react'
import { classNames } from '../../class-names.ts'

/** A text input with the writing direction of its content. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      dir={type === 'text' ? 'auto' : undefined}
      {...rest}
      type={type}
      className={classNames('input', className)}
    />
  )
}

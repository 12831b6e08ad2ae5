import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

/** A line of text. Writing starts on the side that the written language asks for. */
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

import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

/** The page width: at most 1312 px inside the gutter. */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('page', className)} />
}

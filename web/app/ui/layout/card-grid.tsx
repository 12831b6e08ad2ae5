import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

/** A grid of cards: two columns on phones, three from 760 px, four from 1080 px. */
export function CardGrid({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classNames('card-grid', className)} />
}

import type { ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

export type CardFrameProps = {
  to: SafeLinkProps['to']
  title: ReactNode
  /** The picture, which fills a frame of 4:3. */
  picture: ReactNode
  /** Two short measured values under the picture. Decorative, so repeat them elsewhere as text. */
  margin?: readonly [start: ReactNode, end: ReactNode]
  /** Titles of landscapes are italic, as is usual on maps. */
  italic?: boolean
  titleLang?: string
  as?: 'li' | 'article' | 'div'
  headingLevel?: 'h2' | 'h3' | 'h4'
  tall?: boolean
  /** Controls over the picture, such as a save button. They are outside the card's link. */
  controls?: ReactNode
  className?: string
  /** Lines under the title, each in its own `CardLine`. */
  children?: ReactNode
}

/** A card with a picture, a title and some lines. The whole card is one link. */
export function CardFrame({
  to,
  title,
  picture,
  margin,
  italic = false,
  titleLang,
  as: Element = 'li',
  headingLevel: Heading = 'h3',
  tall = false,
  controls,
  className,
  children,
}: CardFrameProps) {
  return (
    <Element className={classNames('card', tall && 'is-tall', className)}>
      <div className="card-picture">{picture}</div>
      {margin && (
        <div className="card-margin" aria-hidden="true">
          <span>{margin[0]}</span>
          <span>{margin[1]}</span>
        </div>
      )}
      <Heading className={classNames('title card-title lines-2', italic && 'nature')} dir="auto" lang={titleLang}>
        <SafeLink className="card-link" to={to} prefetch="intent">
          {title}
        </SafeLink>
      </Heading>
      {children}
      {controls && <div className="above-link">{controls}</div>}
    </Element>
  )
}

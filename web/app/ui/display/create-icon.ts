import { createElement, type SVGProps } from 'react'
import { classNames } from '../class-names.ts'

/** The data in a module of an icon of Lucide. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | undefined
}

const ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/**
 * Returns the component of an icon, which assistive technology ignores unless it has a label. Builds use this function
 * instead of Lucide's own. The options of that one add more than a kilobyte of Brotli to every page, and take rendering
 * time for each icon.
 */
// biome-ignore lint/style/noDefaultExport: the modules of icons import it like Lucide's
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  // biome-ignore lint/correctness/noComponentHookFactories: the module of an icon calls this once
  return function Icon({ size = 24, className, ...others }: IconProps) {
    const isLabelled = others['aria-label'] !== undefined
    return createElement(
      'svg',
      {
        ...ATTRIBUTES,
        width: size,
        height: size,
        className: classNames('lucide', className),
        'aria-hidden': isLabelled ? undefined : true,
        ...others,
      },
      shapes,
    )
  }
}

import { type CategoryId, categories } from './categories.ts'
import { categoryGlyphs } from './category-glyphs.ts'
import { glyphTransform, iconShapes } from './icon-shapes.ts'

/**
 * The icon of a category: its group's shape and ink with its glyph. Sizes: 18 in chips, 22 to 24 in text, 26 to 28 on
 * maps with a halo. Without a label it is decorative, so the category must stand beside it in words.
 */
export function CategoryIcon({
  category,
  size = 22,
  halo = false,
  label,
}: {
  category: CategoryId
  size?: number
  halo?: boolean
  label?: string
}) {
  const { group } = categories[category]
  return (
    <svg
      className="category-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : 'img'}
      aria-hidden={label === undefined ? true : undefined}
      aria-label={label}
    >
      <path
        d={iconShapes[group].path}
        fill={`var(--g-${group})`}
        stroke={halo ? 'var(--sheet)' : undefined}
        strokeWidth={halo ? 3.4 : undefined}
        paintOrder={halo ? 'stroke' : undefined}
      />
      <path
        d={categoryGlyphs[category]}
        transform={glyphTransform(group)}
        fill="none"
        stroke="var(--category-glyph)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

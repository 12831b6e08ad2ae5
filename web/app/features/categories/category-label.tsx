import { type CategoryId, categories } from './categories.ts'
import { CategoryIcon } from './category-icon.tsx'

/** The icon and name of a category. */
export function CategoryLabel({ category, size = 20 }: { category: CategoryId; size?: number }) {
  return (
    <span className="category-label">
      <CategoryIcon category={category} size={size} />
      {categories[category].name}
    </span>
  )
}

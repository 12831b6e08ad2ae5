import { type CategoryId, categories } from './categories.ts'
import { CategoryMark } from './category-mark.tsx'

/** The mark and name of a category. */
export function CategoryLabel({ category, size = 20 }: { category: CategoryId; size?: number }) {
  return (
    <span className="category-label">
      <CategoryMark category={category} size={size} />
      {categories[category].name}
    </span>
  )
}

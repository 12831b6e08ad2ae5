import { type CategoryId, categories } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { formatCompact } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { ChipLink } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { type CityPage, type CitySort, citySearch } from './city-page.ts'

/** The categories of a city's spots with their counts, most first. Each one filters the page. */
export function CityCategories({
  page,
  category,
  sort,
}: {
  page: CityPage
  category: CategoryId | undefined
  sort: CitySort
}) {
  const present = page.categories.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  return (
    <nav aria-label="Categories" className="city-categories">
      <ChipRow label="Categories">
        {/* The category is not a removable filter here, so its chip has no cross. */}
        <SafeLink
          className="chip"
          to={{ search: citySearch({ category: undefined, sort }) }}
          aria-current={category ? undefined : 'true'}
          preventScrollReset
        >
          All categories <span className="chip-count">{formatCompact(page.spot_count)}</span>
        </SafeLink>
        {present.map(({ id, count }) => (
          <ChipLink
            key={id}
            to={{ search: citySearch({ category: category === id ? undefined : id, sort }) }}
            on={category === id}
            icon={<CategoryIcon category={id} size={18} />}
            count={formatCompact(count)}
          >
            {categories[id].name}
          </ChipLink>
        ))}
      </ChipRow>
    </nav>
  )
}

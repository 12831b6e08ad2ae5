import { href } from 'react-router'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { formatCompact, pickPlural } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { HomePage } from './home-page.ts'

/** All categories with their icons. Each links to its spots. */
export function Legend({ categories }: { categories: HomePage['categories'] }) {
  return (
    <section className="double-frame home-legend" aria-labelledby="legend">
      <h2 id="legend" className="title text-h3">
        Legend
      </h2>
      <p>Shape and colour show the group, the icon shows the category.</p>
      <ul>
        {categories.map(({ id, count }) => (
          <li key={id}>
            <SafeLink to={{ pathname: href('/explore'), search: `?kind=${id}` }} className="home-legend-link">
              <CategoryLabel category={id} size={22} />
              {count > 0 && (
                <span className="home-legend-count">
                  {formatCompact(count)}
                  <span className="sr-only">{pickPlural(count, ' spot', ' spots')}</span>
                </span>
              )}
            </SafeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

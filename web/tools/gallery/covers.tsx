import { categories, categoryIds } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { cover } from '#app/features/covers/cover.ts'
import { type CoverFormat, isCoverFormat } from '#app/features/covers/formats.ts'

const parameters = new URLSearchParams(location.search)
const theme = parameters.get('theme') === 'night' ? 'night' : 'day'

/** The 24 covers, drawn in the browser from sample spots. `?format=thumb` shows another size. */
export function Covers() {
  const wanted = parameters.get('format') ?? 'card'
  const format: CoverFormat = isCoverFormat(wanted) ? wanted : 'card'
  return (
    <main className="page py-8">
      <h1 className="title text-h1">Twenty-four covers</h1>
      <ul className="mt-6 grid grid-cols-2 gap-5 wide:grid-cols-6">
        {categoryIds.map((category, index) => (
          <li key={category}>
            <div
              className="picture-hairline"
              style={{ aspectRatio: format === 'thumb' ? 1 : '4 / 3' }}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, free of text and script.
              dangerouslySetInnerHTML={{ __html: cover({ ...place(category, index), format, theme }) }}
            />
            <p className="strong mt-2 flex items-center gap-2 text-small">
              <CategoryIcon category={category} /> {categories[category].name}
            </p>
          </li>
        ))}
      </ul>
    </main>
  )
}

function place(category: (typeof categoryIds)[number], index: number) {
  return { category, lng: 7.6 + index, lat: 45, title: `Stele ${index}` }
}

import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { buttonClass } from '../buttons/button-class.ts'

/** Links to the pages of a list. `pageUrl` returns the URL of page 1 and up. */
export function Pagination({
  label,
  page,
  pageCount,
  pageUrl,
}: {
  label: string
  page: number
  pageCount: number
  pageUrl: (page: number) => string
}) {
  if (pageCount <= 1) return null
  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 && (
        <SafeLink className={buttonClass('secondary')} to={pageUrl(page - 1)} rel="prev">
          <ChevronLeft className="rtl:-scale-x-100" />
          Back
        </SafeLink>
      )}
      {listPages(page, pageCount).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no number of its own.
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <SafeLink
            key={number}
            className="page-number"
            to={pageUrl(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
          >
            {number}
          </SafeLink>
        ),
      )}
      {page < pageCount && (
        <SafeLink className={buttonClass('secondary')} to={pageUrl(page + 1)} rel="next">
          Next
          <ChevronRight className="rtl:-scale-x-100" />
        </SafeLink>
      )}
    </nav>
  )
}

/** Returns the first, the last and the neighbouring pages; null where pages are omitted. */
export function listPages(page: number, pageCount: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter((number) => number >= 1 && number <= pageCount)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((number, index) => {
    const before = pages[index - 1] ?? number - 1
    if (number - before === 1) return [number]
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}

import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { MarkedSpot } from '#app/features/explore/explore-view.ts'
import { noFilter, type SpotFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { placeItems } from '#app/features/explore/marks/place-items.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { PlainFilters } from '../filters/plain-filters.tsx'
import { createMarkers, findMarkedId } from '../map/map-marks.tsx'
import type { ExploreAddress } from '../state/use-explore-url.ts'
import { EmptyResults } from './empty-results.tsx'
import { ResultsList } from './results-list.tsx'

const turin = { lng: 7.6869, lat: 45.0703, name: 'Turin' }

const createSpot = (id: string, change: Partial<SpotSummary> = {}) =>
  createSpotSummary({ id, slug: id, title: `Spot ${id}`, category: 'castle', lng: 7.6869, lat: 45.0487, ...change })

function createAddress(filter: SpotFilter): ExploreAddress {
  return {
    filter,
    place: null,
    layer: null,
    selectedId: null,
    linkTo: (wanted) => ({ to: { search: `?${writeSpotFilter(wanted)}` } }),
    goTo: () => undefined,
    keepPlace: () => undefined,
    select: () => undefined,
  }
}

function render(element: ReactNode): string {
  return renderToString(<MemoryRouter initialEntries={['/explore']}>{element}</MemoryRouter>)
}

function renderResults(change: Partial<Parameters<typeof ResultsList>[0]> = {}): string {
  return render(
    <ResultsList
      spots={[createSpot('aaa'), createSpot('bbb', { title: 'קפה נמרוד' })]}
      selected={undefined}
      selectedId={null}
      activeId={null}
      from={turin}
      state="ready"
      moreState="ready"
      hasMore={false}
      nextPage={null}
      onRetry={() => undefined}
      onMore={() => undefined}
      onActive={() => undefined}
      {...change}
    />,
  )
}

test('shows distance and direction of a row in figures and in words, and sets the text direction of its title', () => {
  const html = renderResults()
  expect(html).toContain('2.4 km S')
  expect(html).toContain('2.4 kilometres south of Turin')
  expect(html).toMatch(/dir="auto"[^>]*><a[^>]*href="\/spot\/bbb"[^>]*>קפה נמרוד/)
})

test('shows no distances when the view has no point to measure from', () => {
  expect(renderResults({ from: null })).not.toMatch(/kilometres|\d km/)
})

test('lists the selected spot first if the list does not contain it', () => {
  const html = renderResults({ selected: createSpot('zzz'), selectedId: 'zzz' })
  expect(html.indexOf('/spot/zzz')).toBeLessThan(html.indexOf('/spot/aaa'))
  expect(html.match(/data-selected/g)).toHaveLength(1)
})

test('keeps the list after a failed request and offers a retry', () => {
  const html = renderResults({ state: 'failed' })
  expect(html).toContain('role="alert"')
  expect(html).toContain('Try again')
  expect(html).toContain('/spot/aaa')
})

function renderEmpty(filter: typeof noFilter): string {
  const place = { lng: 7.6, lat: 45, zoom: 9 }
  return render(
    <EmptyResults address={createAddress(filter)} nearest={createSpot('near')} origin={turin} place={place} />,
  )
}

test('shows the nearest spot for an empty view and says when it passes filters', () => {
  expect(renderEmpty(noFilter)).toContain('nearest spot, 2.4 km S')
  expect(renderEmpty({ ...noFilter, minRating: 4 })).toContain('nearest match, 2.4 km S')
})

test('shows the reason for an empty result and links to continue', () => {
  const html = renderEmpty({ ...noFilter, words: 'lighthouse', minRating: 4 })
  expect(html).toContain('No spot in this part of the map matches “lighthouse” with a rating of four or more.')
  expect(html).toContain('Remove two filters')
  expect(html).toContain('/submit?lat=45&amp;lng=7.6&amp;z=9')
})

test('renders active filters as links that remove them, so they work without JavaScript', () => {
  const html = render(<FilterBar address={createAddress({ ...noFilter, minRating: 4, hasPhotos: true })} />)
  expect(html).toMatch(
    /aria-label="Rated 4 and up: remove"[^>]*href="\/explore\?photos=1"|href="\/explore\?photos=1"[^>]*aria-label="Rated 4 and up: remove"/,
  )
  expect(html).toContain('href="/explore?group=water&amp;rating=4&amp;photos=1"')
})

test('links to the next page of the list for browsers without JavaScript', () => {
  const html = renderResults({ hasMore: true, nextPage: { search: '?cursor=0.5_abcdefgh' } })
  expect(html).toMatch(/<noscript><a[^>]*href="\/explore\?cursor=0.5_abcdefgh"[^>]*>Show more<\/a><\/noscript>/)
  expect(html).toMatch(/<button[^>]*class="[^"]*needs-script/)
})

test('links to the filters and the orders for browsers without JavaScript', () => {
  const html = render(<FilterBar address={createAddress(noFilter)} />)
  expect(html).toMatch(/href="\/explore\?filters=1"[^>]*>Filters/)
  expect(html).toMatch(/href="\/explore\?sort=newest"[^>]*>newest/)
  expect(html.match(/<button/g)).toHaveLength(html.match(/needs-script/g)?.length ?? 0)
})

test('shows all filters as a form in the page that the URL asks for', () => {
  const html = renderToString(
    <MemoryRouter initialEntries={['/explore?lat=45&lng=7.5&z=9&rating=4&filters=1']}>
      <PlainFilters filter={{ ...noFilter, minRating: 4 }} />
    </MemoryRouter>,
  )
  expect(html).toMatch(/^<noscript><form/)
  expect(html).toContain('<input type="hidden" name="lat" value="45"/>')
  expect(html).not.toMatch(/type="hidden" name="(rating|filters)"/)
})

test('draws the selected spot as its own marker and a highlighted spot even inside a cluster', () => {
  const mark = (id: string, lng: number): MarkedSpot => ({
    n: 1,
    id,
    slug: id,
    title: id,
    category: 'bar',
    lng,
    lat: 0,
  })
  const view = { center: { lng: 0, lat: 0 }, zoom: 4, width: 992, height: 772 }
  const placed = placeItems([mark('a', 0), mark('b', 0.001)], view)
  const active = createSpot('a', { lng: 0, lat: 0 })
  const marks = createMarkers(placed, { selected: createSpot('c', { lng: 40, lat: 0 }), active })
  expect(marks.map(({ id }) => findMarkedId(id))).toEqual([null, 'a', 'c'])
  expect(marks.map(({ selected, active: lit }) => [selected ?? false, lit ?? false])).toEqual([
    [false, false],
    [false, true],
    [true, false],
  ])
})

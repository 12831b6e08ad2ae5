import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import { type CityPage, type CitySort, citySearch } from './city-page.ts'
import { CitySpots } from './city-spots.tsx'

const createSpot = (id: string) =>
  createSpotSummary({ id, slug: id, title: `Spot ${id}`, review_count: 2, rating_average: 4.5 })

const page: CityPage = {
  city: {
    id: 1,
    slug: 'florence',
    name: 'Florence',
    local_name: 'Firenze',
    local_language: 'it',
    admin1_name: 'Tuscany',
    country_code: 'IT',
    country_name: 'Italy',
    population: 349_296,
    time_zone: 'Europe/Rome',
    lng: 11.25,
    lat: 43.78,
  },
  follow: { is_following: false, follower_count: 0 },
  spot_count: 2,
  member_count: 1,
  categories: [],
  around: [],
  nearest: [],
  namesakes: [],
  best: [createSpot('loved')],
  newest: [createSpot('fresh'), createSpot('loved')],
  posts: [],
  contributors: [],
}

function render(sort: CitySort): string {
  return renderToString(
    <MemoryRouter initialEntries={['/city/florence']}>
      <CitySpots page={page} category={undefined} sort={sort} />
    </MemoryRouter>,
  )
}

test('lists the best loved spots first and explains their order, or the newest', () => {
  const best = render('best')
  expect(best).toContain('By average rating. Ratings from only a few reviews count for less.')
  expect(best.indexOf('Spot loved')).toBeLessThan(best.indexOf('Spot fresh'))
  const newest = render('newest')
  expect(newest.indexOf('Spot fresh')).toBeLessThan(newest.indexOf('Spot loved'))
  expect(newest).toContain('href="/city/florence"')
})

test('keeps the category in the link to the other order', () => {
  expect(citySearch({ category: 'museum', sort: 'newest' })).toBe('?kind=museum&sort=newest')
  expect(citySearch({ category: undefined, sort: 'best' })).toBe('')
})

import { expect, test } from 'vitest'
import type { AccountPage, OwnSpot } from './account-page.ts'
import { describeMarked } from './account-sidebar.tsx'

const numbers = { spots: 0, cities: 0 } as AccountPage['numbers']
const listSpots = (...all: OwnSpot['status'][]) => all.map((status, id) => ({ id: String(id), status }) as OwnSpot)

test('counts published spots, or else those that wait and the drafts', () => {
  const published = { ...numbers, spots: 12, cities: 3 }
  expect(describeMarked({ spots: listSpots('published', 'pending'), numbers: published })).toBe('12 spots in 3 cities')
  expect(describeMarked({ spots: listSpots('pending', 'pending', 'pending'), numbers })).toBe('3 waiting for review')
  expect(describeMarked({ spots: listSpots('pending', 'draft'), numbers })).toBe('1 waiting for review, 1 draft')
  expect(describeMarked({ spots: [], numbers })).toBe('Nothing yet')
})

import { expect, test } from 'vitest'
import { categoryIds } from '../../web/app/features/categories/categories.ts'
import { demoLists } from './demo-members.ts'
import { createPostRows, createReviewRows, createSpotRows, demoSpotIds, listSpotsOf } from './demo-rows.ts'
import { demoSpots } from './demo-spots.ts'
import { demoStories } from './demo-stories.ts'

const keys = new Set(demoSpots.map(({ key }) => key))

test('has every category, many countries and each spot once', () => {
  expect(new Set(demoSpots.map(({ category }) => category))).toEqual(new Set(categoryIds))
  expect(new Set(demoSpots.map(({ country }) => country)).size).toBeGreaterThan(30)
  expect(keys.size).toBe(demoSpots.length)
})

test('has ids, texts and tags that the database accepts', () => {
  for (const id of demoSpotIds) expect(id).toMatch(/^[a-z0-9]{8,24}$/)
  for (const { title, description, tags, lat, lng, country } of demoSpots) {
    expect(title.length).toBeLessThan(60)
    expect(description.split(/[.:;] /).length, title).toBeGreaterThan(1)
    expect(
      tags.every((tag) => /^[a-z ]{2,32}$/.test(tag)),
      title,
    ).toBe(true)
    expect(Math.abs(lat) <= 90 && Math.abs(lng) <= 180).toBe(true)
    expect(country).toMatch(/^[A-Z]{2}$/)
  }
})

test('contains only existing spots in stories and lists', () => {
  for (const story of demoStories) {
    expect(listSpotsOf(story).length).toBeGreaterThan(2)
    for (const key of listSpotsOf(story)) expect(keys).toContain(key)
  }
  for (const { spots } of demoLists) for (const key of spots) expect(keys).toContain(key)
  for (const { body } of createPostRows(new Map())) expect(body).not.toContain('@')
})

test('creates the same demo each time', () => {
  expect(createSpotRows()).toEqual(createSpotRows())
  expect(createReviewRows()).toEqual(createReviewRows())
})

test('contains only ratings from 1 to 5 and no reviews by the author of the spot', () => {
  const authors = new Map(createSpotRows().map(({ id, author_id }) => [id, author_id]))
  for (const { spot_id, author_id, rating } of createReviewRows()) {
    expect(authors.get(spot_id)).not.toBe(author_id)
    expect(rating >= 1 && rating <= 5).toBe(true)
  }
})

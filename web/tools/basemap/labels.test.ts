import { expect, test } from 'vitest'
import { labelCountries } from './country-labels.ts'
import { labelSeas } from './sea-labels.ts'
import { labelTowns } from './town-labels.ts'
import { loadCountries } from './world-shapes.ts'

test('places the label of a country inside it', () => {
  const labels = new Map(labelCountries(loadCountries()).map((label) => [label.properties.name, label]))
  const [longitude = 0, latitude = 0] = labels.get('France')?.geometry.coordinates ?? []
  expect(longitude).toBeGreaterThan(-2)
  expect(longitude).toBeLessThan(6)
  expect(latitude).toBeGreaterThan(43)
  expect(latitude).toBeLessThan(50)
  expect(labels.get('Brazil')?.properties.z).toBeLessThan(labels.get('Luxembourg')?.properties.z ?? 0)
  expect(labels.has('Siachen Glacier')).toBe(false)
})

test('shows large towns first, and capitals earlier than their size suggests', () => {
  const towns = labelTowns().map(({ properties }) => properties)
  const find = (wanted: string) => towns.find(({ name }) => name === wanted)
  expect(find('London')).toMatchObject({ capital: 1, size: 0 })
  expect(find('London')?.z).toBeLessThan(find('Cambridge')?.z ?? 0)
  expect(find('Ljubljana')?.z).toBeLessThanOrEqual(5)
})

test('places every sea on the globe', () => {
  for (const { geometry } of labelSeas()) {
    const [longitude = 999, latitude = 999] = geometry.coordinates
    expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
    expect(Math.abs(latitude)).toBeLessThanOrEqual(85)
  }
})

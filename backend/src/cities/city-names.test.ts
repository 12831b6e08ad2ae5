import { expect, test } from 'vitest'
import { listCityNames } from './city-names.ts'

const GENEVA = 2_660_646

test.each([
  ['ja', 'ジュネーヴ'],
  ['ko', '제네바'],
  ['ar', 'جنيف'],
  ['he', 'ז׳נבה'],
  ['el', 'Γενεύη'],
  ['hi', 'जिनेवा'],
  ['th', 'เจนีวา'],
])('lists the name of Geneva in %s', (language, name) => {
  const names = listCityNames().filter(({ id, name: listed }) => id === GENEVA && listed === name)
  expect(names.flatMap(({ languages }) => languages)).toContain(language)
})

test('lists no empty name and no empty language', () => {
  const names = listCityNames()
  expect(names.filter(({ name, languages }) => name.trim() === '' || languages.includes(''))).toEqual([])
  expect(names.filter(({ id }) => !Number.isInteger(id) || id <= 0)).toEqual([])
})

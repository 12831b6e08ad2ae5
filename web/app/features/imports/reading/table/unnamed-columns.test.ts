import { expect, test } from 'vitest'
import { readTestFile as read } from '../read-test-file.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }
const GOOGLE = 'https://www.google.com/maps/place/Mole/@45.069,7.6933,17z'

test.each([
  ['latitude first', '45.069,7.6933,Mole\n45.1,7.7,Gino\n'],
  ['longitude first, where there are many more towns', '7.6933,45.069,Mole\n7.7,45.1,Gino\n'],
  ['longitude first, where only that is valid', '7.6933,45.069,Mole\n139.69,35.68,Tokyo\n'],
  ['semicolons and decimal commas', '7,6933;45,069;Mole\n7,7;45,1;Gino\n'],
  ['tabs', 'Mole\t45.069\t7.6933\nGino\t45.1\t7.7\n'],
  ['one column of coordinates', '"45.069, 7.6933",Mole\n"45.1, 7.7",Gino\n'],
  ['names of columns that mean nothing', 'foo,bar,baz\nMole,45.069,7.6933\nGino,45.1,7.7\nBar,45.2,7.6\n'],
])('reads a table without column names: %s', (_form, text) => {
  const { places, unreadable } = read('places.csv', text)
  expect(places).toContainEqual(expect.objectContaining(MOLE))
  expect(unreadable).toEqual([])
})

test('reads whole degrees, and keeps the first row', () => {
  expect(read('places.csv', 'Mole;45;7\nGino;46;8\n').places).toMatchObject([
    { title: 'Mole', point: { lat: 45, lng: 7 } },
    { title: 'Gino', point: { lat: 46, lng: 8 } },
  ])
})

test('reads a file for navigation devices, which has the longitude first, with its texts', () => {
  const text = '25.2,55.3,"Klaipeda","Harbour, old"\n25.3,55.4,"Next","By the sea"\n'
  expect(read('poi.csv', text).places).toMatchObject([
    { title: 'Klaipeda', description: 'Harbour, old', point: { lat: 55.3, lng: 25.2 } },
    { title: 'Next', point: { lat: 55.4, lng: 25.3 } },
  ])
  expect(read('poi.csv', text.replaceAll('"', '').replace(', old', '')).places).toMatchObject([
    { point: { lat: 25.2, lng: 55.3 } },
    {},
  ])
})

test('reports which number was read as the latitude, unless letters decide', () => {
  const note = /^It has no column names. We read the latitude and then the longitude/
  expect(read('places.csv', '45.069,7.6933,Mole\n').notes).toEqual([expect.stringMatching(note)])
  expect(read('places.csv', '45.069 N,7.6933 E,Mole\n').notes).toEqual([])
})

test.each([
  ['a column of links', `URL\n${GOOGLE}\n${GOOGLE}\n`],
  ['links in quotation marks', `link\n"${GOOGLE}"\n"${GOOGLE}"\n`],
  ['links without a header', `${GOOGLE}\n${GOOGLE}\n`],
  ['links beside another column, without quotation marks', `link,added\n${GOOGLE},2024-01-01\n${GOOGLE},2024-01-02\n`],
  ['links below a column name of coordinates', `Map link\n${GOOGLE}\n${GOOGLE}\n`],
])('reads names and positions from %s', (_form, text) => {
  for (const name of ['saved.csv', 'saved.tsv']) expect(read(name, text).places, name).toMatchObject([MOLE, MOLE])
})

test('keeps comments beside the note, once', () => {
  const google = `Title,Note,URL,Tags,Comment\nMole,Lift,${JSON.stringify(GOOGLE)},,Great view\n`
  expect(read('Saved/Torino.csv', google).places).toMatchObject([{ description: 'Lift\nGreat view' }])
  const own = 'name,lat,lng,description,notes,comment\nMole,45.069,7.6933,Tall,Lift,Lift\n'
  expect(read('places.csv', own).places).toMatchObject([{ description: 'Tall\nLift' }])
})

test.each([
  ['Mac OS Roman', [0x43, 0x61, 0x66, 0x8e], 'Café'],
  ['Windows-1252', [0x43, 0x61, 0x66, 0xe9], 'Café'],
  ['Mac OS Roman', [0x47, 0x72, 0x9f, 0xa7, 0x65], 'Grüße'],
])('reads a table in %s', (_encoding, title, expected) => {
  const [head, tail] = ['Name;Lat;Lon\r', ';45,069;7,6933\r'].map((text) => new TextEncoder().encode(text))
  const bytes = Uint8Array.from([...(head ?? []), ...title, ...(tail ?? [])])
  expect(read('places.csv', bytes).places).toMatchObject([{ title: expected, point: MOLE.point }])
})

test('joins coordinates that were split at their decimal commas', () => {
  const text = 'Name,Lat,Lon,Note\nMole,45,069,7,6933,Lift\nGino,45,1000,-7,7000,\n'
  expect(read('places.csv', text).places).toMatchObject([
    { ...MOLE, description: 'Lift' },
    { title: 'Gino', point: { lat: 45.1, lng: -7.7 } },
  ])
  expect(read('places.csv', 'Name,Lat,Lon\nMole,45,7\n').places).toMatchObject([{ point: { lat: 45, lng: 7 } }])
})

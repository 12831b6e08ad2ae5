import { expect, test } from 'vitest'
import { readTestFile as read } from './read-test-file.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }

const G = 'https://www.google.com/maps/place/Mole/data=!4m2!3m1!1s0x47886d7a0b9a1b1d:0x4f0f7b2e7a2cdd7c'

test.each([
  ['Swedish', 'Titel,Anteckning,URL,Taggar,Kommentar'],
  ['Danish', 'Titel,Note,Webadresse,Tags,Kommentar'],
  ['Norwegian', 'Tittel,Notat,Nettadresse,Etiketter,Kommentar'],
  ['Hungarian', 'Cím,Jegyzet,URL,Címkék,Megjegyzés'],
  ['Ukrainian', 'Назва,Примітка,URL-адреса,Теги,Коментар'],
  ['Russian', 'Название,Примечание,URL,Теги,Комментарий'],
  ['Arabic', 'العنوان,ملاحظة,عنوان URL,العلامات,تعليق'],
  ['Hebrew', 'כותרת,הערה,כתובת URL,תגים,תגובה'],
  ['Chinese', '标题,备注,网址,标签,评论'],
  ['Vietnamese', 'Tiêu đề,Ghi chú,URL,Thẻ,Nhận xét'],
  ['Romanian', 'Titlu,Notă,Adresa URL,Etichete,Comentariu'],
  ['Greek', 'Τίτλος,Σημείωση,URL,Ετικέτες,Σχόλιο'],
  ['Croatian', 'Naslov,Bilješka,URL,Oznake,Komentar'],
  ['Thai', 'ชื่อ,หมายเหตุ,URL,แท็ก,ความคิดเห็น'],
])('reads a Google list whose columns are in %s', (_l, header) => {
  const r = read(
    'Gespeichert/Torino.csv',
    `${header}\r\n,,,,\r\nMole,Lift bis 19 Uhr,${G},,\r\nGino,,https://www.google.com/maps/search/45.1,7.7,,\r\n`,
  )
  expect(r.places).toMatchObject([
    { title: 'Mole', point: null, description: 'Lift bis 19 Uhr', list: 'Torino', website: '' },
    { title: 'Gino', list: 'Torino' },
  ])
})
test('names a Google list after its file, with emoji', () => {
  const r = read('Takeout/Saved/🍕 Pizza(1).csv', `Title,Note,URL,Tags,Comment\n\nMole,"a\n""b""",${G},"tag1,tag2",c\n`)
  expect(r.places).toMatchObject([{ title: 'Mole', list: '🍕 Pizza(1)' }])
})
test('explains that a Google list is empty', () => {
  const r = read('Takeout/Saved/Empty.csv', `Title,Note,URL,Tags,Comment\n,,,,\n`)
  expect(r.problems.concat(r.notes as never[])).not.toEqual([])
})
test('leaves out web pages of a Google list', () => {
  const r = read(
    'Takeout/Saved/Default list.csv',
    'Title,Note,URL\nCool page,,https://example.org/a\nOther,,https://www.google.com/search?q=x\n',
  )
  expect(r.places).toEqual([])
  expect(r.other).toBe(2)
})
test('reads a labelled place without a position by its address', () => {
  const r = read(
    'Etichettati/Luoghi etichettati.json',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          geometry: { coordinates: [7.6933, 45.069], type: 'Point' },
          properties: { address: 'Via Montebello 20, Torino', name: 'Mole' },
          type: 'Feature',
        },
        {
          geometry: { coordinates: [0, 0], type: 'Point' },
          properties: { address: 'Via Po 1, Torino', name: 'Lavoro' },
          type: 'Feature',
        },
      ],
    }),
  )
  expect(r.places).toMatchObject([
    { ...MOLE, address: 'Via Montebello 20, Torino' },
    { title: 'Lavoro', point: null },
  ])
})
test('reads reviews with questions, with and without a position', () => {
  const r = read(
    'Reviews.json',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          geometry: { coordinates: [0, 0], type: 'Point' },
          properties: {
            date: '2024-03-08T12:00:00Z',
            five_star_rating_published: 5,
            google_maps_url: 'http://maps.google.com/?cid=12345',
            questions: [
              { question: 'Parking', selected_option: 'Free' },
              { question: 'Food', rating: 5 },
            ],
            review_text_published: 'Grande',
            location: { name: 'Mole', address: 'Torino' },
          },
          type: 'Feature',
        },
        {
          geometry: { coordinates: [7.6933, 45.069], type: 'Point' },
          properties: {
            date: '2024-03-08T12:00:00Z',
            five_star_rating_published: 2,
            google_maps_url: 'http://maps.google.com/?cid=12345',
            location: { address: 'Via Po', country_code: 'IT', name: 'Bar' },
          },
          type: 'Feature',
        },
      ],
    }),
  )
  expect(r.places).toMatchObject([
    { title: 'Mole', point: null, description: 'Grande', list: 'Reviewed' },
    { title: 'Bar', point: MOLE.point, list: 'Reviewed' },
  ])
})
test('explains that a settings file contains no places', () => {
  const r = read('Commute settings.json', JSON.stringify({ trips: [] }))
  expect(r.problems.length + r.notes.length).toBeGreaterThan(0)
})
test('explains that the timeline of a phone contains no saved places', () => {
  const r = read(
    'Timeline.json',
    JSON.stringify({
      semanticSegments: [
        { startTime: '2024', visit: { topCandidate: { placeLocation: { latLng: '45.069°, 7.6933°' } } } },
      ],
      rawSignals: [],
      userLocationProfile: {},
    }),
  )
  expect(r.places).toEqual([])
  expect(r.notes[0]).toContain('history')
})

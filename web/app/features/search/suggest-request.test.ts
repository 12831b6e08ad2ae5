import { expect, test } from 'vitest'
import { parseSuggestRequest } from './suggest-request.ts'

const parse = (search: string) => parseSuggestRequest(new URLSearchParams(search))

test('reads the text and the position', () => {
  expect(parse('q=tur&near=7.5,45')).toEqual({ typed: 'tur', near: { lng: 7.5, lat: 45 } })
})

test.each(['near=7', 'near=a,b', 'near=181,0', 'near=0,91', 'near=1,2,3', 'near='])(
  'ignores %s as a position',
  (near) => {
    expect(parse(`q=tur&${near}`)).toEqual({ typed: 'tur' })
  },
)

test('accepts an empty request', () => {
  expect(parse('')).toEqual({ typed: '' })
})

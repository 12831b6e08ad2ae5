import { expect, test } from 'vitest'
import { parseSuggestRequest } from './suggest-request.ts'

const parse = (search: string) => parseSuggestRequest(new URLSearchParams(search))

test('reads what was typed and where', () => {
  expect(parse('q=tur&near=7.5,45')).toEqual({ typed: 'tur', near: { lng: 7.5, lat: 45 } })
})

test.each(['near=7', 'near=a,b', 'near=181,0', 'near=0,91', 'near=1,2,3', 'near='])('%s is no position', (near) => {
  expect(parse(`q=tur&${near}`)).toEqual({ typed: 'tur' })
})

test('nothing typed is no trouble', () => {
  expect(parse('')).toEqual({ typed: '' })
})

import { expect, test } from 'vitest'
import { formatLog } from './format-log.ts'

const entry = {
  id: 1,
  at: '2026-11-28T10:00:00Z',
  actor: null,
  is_site: true,
  action: 'hid',
  kind: 'spot',
  target_id: 'abcdefgh2345',
  title: '=1+1',
  reason: 'Věž',
  author: null,
  may_restore: false,
}

test('begins with the byte order mark, without which spreadsheets garble accents', () => {
  expect(formatLog([entry])).toBe(
    '\ufeff"when","who","did","kind","id","what","reason"\r\n' +
      '"2026-11-28T10:00:00Z","the site","hid","spot","abcdefgh2345","\'=1+1","Věž"\r\n',
  )
})

import { expect, test } from 'vitest'
import { parseTime } from '../../domain/saml/read-xml.ts'

test.each([
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.5', '2026-01-31T12:00:00.500Z'],
  ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
  ['tomorrow', undefined],
])('parses the time %s independently of the time zone of the server (auth 7.11)', (text, time) => {
  const zone = process.env.TZ
  process.env.TZ = 'America/New_York'
  expect(parseTime(text)?.toISOString()).toBe(time)
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

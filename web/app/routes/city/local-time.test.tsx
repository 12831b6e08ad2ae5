import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocalTime } from './local-time.tsx'

const render = (now: string, timeZone: string) =>
  renderToString(<LocalTime now={Date.parse(now)} timeZone={timeZone} />).replaceAll(/<[^>]+>/g, '')

test('shows the time of the city with the name of its time zone', () => {
  expect(render('2026-11-20T12:24:00Z', 'Europe/Rome')).toBe('13:24 CET')
  expect(render('2026-07-20T12:24:00Z', 'Europe/Rome')).toBe('14:24 CEST')
})

test('shows midnight as 00:00 and keeps half hours', () => {
  expect(render('2026-11-20T18:30:00Z', 'Asia/Kolkata')).toBe('00:00 GMT+5:30')
})

test('shows UTC in a browser that does not know the time zone', () => {
  expect(render('2026-11-20T12:24:00Z', 'America/Coyhaique_Norte')).toBe('12:24 UTC')
})

import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocalTime } from './local-time.tsx'

const render = (now: string, timeZone: string) =>
  renderToString(<LocalTime now={Date.parse(now)} timeZone={timeZone} />).replaceAll(/<[^>]+>/g, '')

test('the time is that of the city, with the name of its zone', () => {
  expect(render('2026-11-20T12:24:00Z', 'Europe/Rome')).toBe('13:24 CET')
  expect(render('2026-07-20T12:24:00Z', 'Europe/Rome')).toBe('14:24 CEST')
})

test('midnight is 00:00, and half hours are kept', () => {
  expect(render('2026-11-20T18:30:00Z', 'Asia/Kolkata')).toBe('00:00 GMT+5:30')
})

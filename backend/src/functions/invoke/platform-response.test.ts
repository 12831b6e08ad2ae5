import { expect, test } from 'vitest'
import { createLog } from '../../http/log.ts'
import { personalTokenBusy } from '../errors.ts'
import { renderError } from './platform-response.ts'

test('says when to try again after too many requests of a personal access token (functions 2.3)', () => {
  const request = new Request('http://functions.test/functions/v1/a')
  const { status, headers } = renderError(personalTokenBusy('Try again in a minute.'), request, createLog())
  expect([status, new Map(headers).get('retry-after')]).toEqual([429, '60'])
})

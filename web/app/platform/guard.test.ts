import { expect, test } from 'vitest'
import { isOpenToVisitors } from './guard.ts'

test('a visitor may open the pages of the route table that are for everyone', () => {
  for (const path of ['/', '/about', '/explore', '/spot/abc', '/auth/login', '/auth/signup']) {
    expect(isOpenToVisitors(path), path).toBe(true)
  }
})

test('every other page is closed, known or not', () => {
  for (const path of [
    '/submit',
    '/city/turin',
    '/post/x',
    '/account',
    '/account/settings',
    '/debug-seed',
    '/nope',
    '/spot',
  ]) {
    expect(isOpenToVisitors(path), path).toBe(false)
  }
})

test('a page that is open stays open in another spelling', () => {
  for (const path of ['/About', '/about/', '/SPOT/abc', '/Explore/']) expect(isOpenToVisitors(path), path).toBe(true)
})

test('no spelling opens a closed page', () => {
  const attacks = [
    '//about',
    '/%61bout',
    '/about//',
    '/submit/',
    '/SUBMIT',
    '/spot',
    '/./about',
    '/about/../submit',
    '',
  ]
  for (const path of attacks) expect(isOpenToVisitors(path), path).toBe(false)
})

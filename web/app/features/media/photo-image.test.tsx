import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhotoImage } from './photo-image.tsx'
import { toPlaceholderUrl } from './photo-placeholder.ts'
import { listPhotoWidths } from './photo-sizes.ts'

const PLACEHOLDER = '3OcRJYB4d3h/iIeHeEh3eIhw+j2w'

test('the stored widths never exceed the original and always hold the widest', () => {
  expect(listPhotoWidths(4032)).toEqual([480, 960, 1920])
  expect(listPhotoWidths(1920)).toEqual([480, 960, 1920])
  expect(listPhotoWidths(960)).toEqual([480, 960])
  expect(listPhotoWidths(700)).toEqual([480, 700])
  expect(listPhotoWidths(150)).toEqual([150])
})

test('a photo is offered in all sizes and formats, keeps its place and waits until it is near', () => {
  const photo = { id: 'p1', width: 1000, height: 750, placeholder: PLACEHOLDER, alt_text: 'A "mill"' }
  const markup = renderToStaticMarkup(<PhotoImage photo={photo} sizes="50vw" />)
  expect(markup).toContain('<source type="image/avif" srcSet="/photo/p1/480.avif 480w, /photo/p1/960.avif 960w')
  expect(markup).toContain('/photo/p1/1000.webp 1000w')
  expect(markup).toContain('src="/photo/p1/960.webp"')
  expect(markup).toContain('alt="A &quot;mill&quot;" width="1000" height="750" loading="lazy"')
  expect(markup).toContain('background-image:url(data:image/png;base64,')
})

test('the picture that a page opens with is asked for at once', () => {
  const photo = { id: 'p1', width: 300, height: 200, placeholder: null, alt_text: '' }
  const markup = renderToStaticMarkup(<PhotoImage photo={photo} sizes="100vw" isFirst />)
  expect(markup).toContain('loading="eager"')
  expect(markup).toContain('src="/photo/p1/300.webp"')
  expect(markup).not.toContain('style=')
})

test('a placeholder is a few hundred bytes, and a damaged one is none', () => {
  expect(toPlaceholderUrl(PLACEHOLDER)?.length).toBeLessThan(700)
  for (const damaged of [null, '', '!', 'AA==']) expect(toPlaceholderUrl(damaged)).toBeUndefined()
})

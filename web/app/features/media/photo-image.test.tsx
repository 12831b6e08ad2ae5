import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhotoImage } from './photo-image.tsx'
import { toPlaceholderUrl } from './photo-placeholder.ts'
import { listPhotoWidths } from './photo-sizes.ts'

const PLACEHOLDER = '3OcRJYB4d3h/iIeHeEh3eIhw+j2w'

test('lists no widths beyond the original, and always the widest', () => {
  expect(listPhotoWidths(4032)).toEqual([480, 960, 1920])
  expect(listPhotoWidths(1920)).toEqual([480, 960, 1920])
  expect(listPhotoWidths(960)).toEqual([480, 960])
  expect(listPhotoWidths(700)).toEqual([480, 700])
  expect(listPhotoWidths(150)).toEqual([150])
})

test('offers a photo in all sizes and formats, reserves its space and loads lazily', () => {
  const photo = { id: 'p1', width: 1000, height: 750, placeholder: PLACEHOLDER, alt_text: 'A "mill"' }
  const markup = renderToStaticMarkup(<PhotoImage photo={photo} sizes="50vw" />)
  expect(markup).toContain('<source type="image/avif" srcSet="/photo/p1/480.avif 480w, /photo/p1/960.avif 960w')
  expect(markup).toContain('/photo/p1/1000.webp 1000w')
  expect(markup).toContain('src="/photo/p1/960.webp"')
  expect(markup).toContain('alt="A &quot;mill&quot;" width="1000" height="750" loading="lazy"')
  expect(markup).toContain('background-image:url(data:image/png;base64,')
})

test('loads the first picture of a page eagerly', () => {
  const photo = { id: 'p1', width: 300, height: 200, placeholder: null, alt_text: '' }
  const markup = renderToStaticMarkup(<PhotoImage photo={photo} sizes="100vw" isFirst />)
  expect(markup).toContain('loading="eager"')
  expect(markup).toContain('src="/photo/p1/300.webp"')
  expect(markup).not.toContain('style=')
})

test('returns a placeholder of a few hundred bytes, and none for damaged data', () => {
  expect(toPlaceholderUrl(PLACEHOLDER)?.length).toBeLessThan(700)
  for (const damaged of [null, '', '!', 'AA==']) expect(toPlaceholderUrl(damaged)).toBeUndefined()
})

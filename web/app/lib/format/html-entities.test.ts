import { expect, test } from 'vitest'
import { decodeEntities } from './html-entities.ts'

test('replaces entities by name and by number', () => {
  expect(
    decodeEntities('&copy; Caf&eacute; &Eacute;cole &oelig;uvre &ndash; l&rsquo;&#238;le &#xE9; &AMP; &lt;&nbsp;b'),
  ).toBe('© Café École œuvre – l’île é & < b')
  expect(decodeEntities('&yuml;&Agrave;&iquest;')).toBe('ÿÀ¿')
})

test('keeps unknown entities and other ampersands', () => {
  expect(decodeEntities('Q&A; &nothing; a & b &constructor;')).toBe('Q&A; &nothing; a & b &constructor;')
})

const WORDS_A_MINUTE = 220

/**
 * Returns how long a text takes to read, in whole minutes, at least one. `Intl.Segmenter` counts words in scripts
 * without spaces.
 */
export function countReadingMinutes(text: string): number {
  const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].filter((part) => part.isWordLike)
  return Math.max(1, Math.round(words.length / WORDS_A_MINUTE))
}

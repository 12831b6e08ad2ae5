import { formatNumber } from './numbers.ts'

const SMALL =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** Writes a number in words up to ninety-nine ("no", "three", "thirty-eight"), then in figures: "1,204". */
export function writeNumber(value: number): string {
  if (value >= 100) return formatNumber(value)
  const small = SMALL[value]
  if (small !== undefined) return small
  const unit = SMALL[value % 10]
  return `${TENS[Math.floor(value / 10)]}${value % 10 === 0 ? '' : `-${unit}`}`
}

/** Writes an ordinal: "first", "third", "twelfth", then "13th", "21st". */
export function writeOrdinal(value: number): string {
  return ORDINALS[value - 1] ?? `${formatNumber(value)}${suffixes[rules.select(value)]}`
}

const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<Intl.LDMLPluralRule, string> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
}

/** Returns the same words with a capital letter at the front. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

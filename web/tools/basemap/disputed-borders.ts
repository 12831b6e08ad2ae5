/** Pairs of neighbours, by their names in Natural Earth, of which at least one disputes the border. */
const DISPUTED = [
  ['Cyprus', 'N. Cyprus'],
  ['Cyprus', 'Cyprus U.N. Buffer Zone'],
  ['Cyprus U.N. Buffer Zone', 'N. Cyprus'],
  ['China', 'Siachen Glacier'],
  ['India', 'Siachen Glacier'],
  ['Pakistan', 'Siachen Glacier'],
  ['Israel', 'Palestine'],
  ['Israel', 'Syria'],
  ['Kosovo', 'Serbia'],
  ['Morocco', 'W. Sahara'],
  ['Somalia', 'Somaliland'],
  ['South Korea', 'North Korea'],
]

const keys = new Set(DISPUTED.map((pair) => pair.toSorted().join('|')))

/** Returns true if the border between two countries is drawn as disputed. */
export function isDisputed(one: string, other: string): boolean {
  return keys.has([one, other].toSorted().join('|'))
}

/** The leaves of an object by their path in plain letters, such as "location.businessname". */
export type PropertyBag = ReadonlyMap<string, string>

const MAX_DEPTH = 3
const MAX_LEAVES = 200

/**
 * Flattens an object. Keys are reduced to letters and digits in lower case, so that "Business Name" is "businessname".
 */
export function toPropertyBag(value: unknown): PropertyBag {
  const bag = new Map<string, string>()
  addLeaves(bag, value, '', 0)
  return bag
}

/** Returns a key in plain letters, without accents: "Längengrad (°)" is "langengrad". */
export function toPlainKey(key: string): string {
  return key
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC')
}

function addLeaves(bag: Map<string, string>, value: unknown, path: string, depth: number): void {
  if (bag.size >= MAX_LEAVES) return
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    if (path && !bag.has(path)) bag.set(path, String(value))
  } else if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string')) bag.set(path, value.join(','))
    else if (depth < MAX_DEPTH) addLeaves(bag, value[0], path, depth + 1)
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [key, item] of Object.entries(value)) {
      const plain = toPlainKey(key)
      addLeaves(bag, item, path ? `${path}.${plain}` : plain, depth + 1)
    }
  }
}

/** Returns the first property that is not empty, or an empty string. */
export function pick(bag: PropertyBag, names: readonly string[]): string {
  for (const name of names) {
    const value = bag.get(name)?.trim()
    if (value) return value
  }
  return ''
}

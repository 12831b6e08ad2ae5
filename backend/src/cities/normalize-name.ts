/** Latin letters that Unicode does not decompose into a letter and an accent. */
const PLAIN: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ə: 'e',
}

/** Returns a name in lower case without accents and apostrophes. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘ʼʻ`´]/g, '')
    .toLowerCase()
    .replace(/[øłđðħıŧßæœþə]/g, (letter) => PLAIN[letter] ?? letter)
}

/** Returns a name as a slug: `São Paulo` becomes `sao-paulo`. Empty when it has no Latin letter or digit. */
export function toSlug(name: string): string {
  return normalizeName(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

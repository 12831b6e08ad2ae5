import { TAG_LIMITS } from '#app/lib/content-limits.ts'

/**
 * Parses tags separated by commas, semicolons, line ends or `#`. Returns them in the form in which the database stores
 * them.
 */
export function parseTags(text: string): { tags: string[]; problem: string | undefined } {
  const words = text
    .toLowerCase()
    .split(/[,;#\n]+/)
    .map((tag) => tag.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  const tags = [...new Set(words)].filter((tag) => tag !== '')
  return { tags, problem: findProblem(tags) }
}

function findProblem(tags: string[]): string | undefined {
  if (tags.length > TAG_LIMITS.count) {
    return `A spot can have at most ${TAG_LIMITS.count} tags. You entered ${tags.length}. Please remove some.`
  }
  const long = tags.find((tag) => [...tag].length > TAG_LIMITS.length)
  return long && `“${[...long].slice(0, TAG_LIMITS.length).join('')}…” is too long for a tag. Separate tags by commas.`
}

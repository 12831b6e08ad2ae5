import type MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'

type Parser = InstanceType<typeof MarkdownIt>

/** The profiles of the members mentioned in a text: URLs by the lower-cased name after the @. */
export type MentionUrls = ReadonlyMap<string, string>

/** The same pattern as in `private.tg_comments__mention`, which decides who is mentioned. */
export const MENTION =
  /(?<![\p{L}\p{N}_@/.-])@([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,38}[\p{L}\p{N}_])?)(?![\p{L}\p{N}_@])/gu

/**
 * Makes a parser isolate `@name` in text, but not in code and links, if `env.mentions` is a map, and link it if the map
 * has the name. Without isolation, right-to-left text shows the @ behind a Latin name.
 */
export function linkMentions(parser: Parser): void {
  parser.core.ruler.push('mentions', (state) => {
    const { mentions } = state.env
    if (!(mentions instanceof Map)) return
    for (const block of state.tokens) {
      let linkDepth = 0
      block.children =
        block.children?.flatMap((token) => {
          if (token.type === 'link_open') linkDepth += 1
          if (token.type === 'link_close') linkDepth -= 1
          if (token.type !== 'text' || linkDepth > 0) return [token]
          return splitText(token, mentions, (type, tag, nesting) => new state.Token(type, tag, nesting))
        }) ?? null
    }
  })
}

type CreateToken = (type: string, tag: string, nesting: -1 | 0 | 1) => Token

function splitText(text: Token, mentions: MentionUrls, create: CreateToken): Token[] {
  const toText = (content: string) => Object.assign(create('text', '', 0), { content })
  const tokens: Token[] = []
  let end = 0
  for (const match of text.content.matchAll(MENTION)) {
    const url = mentions.get(match[1]?.toLowerCase() ?? '')
    const name = toText(match[0])
    const isolated = url === undefined ? [name] : [openLink(url, create), name, create('link_close', 'a', -1)]
    tokens.push(toText(text.content.slice(end, match.index)))
    tokens.push(create('bdi_open', 'bdi', 1), ...isolated, create('bdi_close', 'bdi', -1))
    end = match.index + match[0].length
  }
  return end === 0 ? [text] : [...tokens, toText(text.content.slice(end))]
}

function openLink(url: string, create: CreateToken): Token {
  const open = create('link_open', 'a', 1)
  open.attrSet('href', url)
  return open
}

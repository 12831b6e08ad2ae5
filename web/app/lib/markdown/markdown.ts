import MarkdownIt, { type Token } from 'markdown-it'
import { isOpenLink } from './is-open-link.ts'
import { linkMentions, type MentionUrls } from './link-mentions.ts'

const markdown = createMarkdown()

/**
 * Renders Markdown of members as safe HTML: without HTML of theirs and without pictures. Links lead only to the web and
 * to mail, and carry `rel="nofollow ugc"`. By default headings start at `h3`, below those of the page. `mentions` are
 * linked.
 */
export function renderMarkdown(
  text: string,
  { firstHeading = 3, mentions }: { firstHeading?: 2 | 3 | 4; mentions?: MentionUrls } = {},
): string {
  return markdown.render(text, { firstHeading, mentions })
}

/** Returns the tokens that {@link renderMarkdown} renders, for an editor that shows the same text. */
export function tokenizeMarkdown(text: string): Token[] {
  return markdown.parse(text, { firstHeading: 3 })
}

/** Lists the URLs in a text that {@link renderMarkdown} shows as links, in their order. */
export function listAddresses(text: string): { start: number; end: number; href: string }[] {
  const found = markdown.linkify.match(text) ?? []
  return found
    .map(({ index, lastIndex, url }) => ({ start: index, end: lastIndex, href: markdown.normalizeLink(url) }))
    .filter(({ href }) => markdown.validateLink(href))
}

function createMarkdown() {
  const parser = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: true })
  // Pictures on other sites would reveal readers to them. Spots and stories have their own photos.
  parser.disable('image')
  parser.validateLink = isOpenLink
  parser.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
    tokens[index]?.attrSet('rel', 'nofollow ugc noopener')
    return self.renderToken(tokens, index, options)
  }
  linkMentions(parser)
  parser.core.ruler.push('lower_headings', ({ tokens, env }) => {
    const headings = tokens.filter(({ type }) => type === 'heading_open')
    const written = headings.map(({ tag }) => Number(tag.slice(1)))
    const tags = placeHeadings(written, Number(env.firstHeading)).map((level) => `h${level}`)
    const closings = tokens.filter(({ type }) => type === 'heading_close')
    for (const [index, tag] of tags.entries()) {
      for (const token of [headings[index], closings[index]]) if (token) token.tag = tag
    }
  })
  return parser
}

/**
 * Returns the heading levels below those of the page. Members often choose levels by size, so the highest level used
 * becomes the first, and no level is skipped.
 */
function placeHeadings(written: number[], first: number): number[] {
  const used = [...new Set(written)].sort((a, b) => a - b)
  let last = first - 1
  return written.map((level) => {
    last = Math.min(6, first + used.indexOf(level), last + 1)
    return last
  })
}

import MarkdownIt from 'markdown-it'

/** What links of members may lead to. Relative ones would look like ours. */
const OPEN_SCHEMES = /^(?:https?:\/\/[^/@\\]+(?:[/?#]|$)|mailto:[^\s])/i

const markdown = createMarkdown()

/**
 * Text that members wrote in Markdown, as HTML that may stand in a page: no HTML of theirs, no pictures, links only to the web
 * and to mail, marked as theirs. Headings begin at `h3` unless told otherwise, below those of the page.
 */
export function renderMarkdown(text: string, { firstHeading = 3 }: { firstHeading?: 2 | 3 | 4 } = {}): string {
  return markdown.render(text, { firstHeading })
}

function createMarkdown() {
  const parser = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: true })
  // Pictures of other sites would tell them who reads; photos have a place of their own.
  parser.disable('image')
  parser.validateLink = (url) => OPEN_SCHEMES.test(url.trim())
  parser.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
    tokens[index]?.attrSet('rel', 'nofollow ugc noopener')
    return self.renderToken(tokens, index, options)
  }
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
 * The levels that headings get below those of the page. Members choose levels by looks: the highest that is used becomes the
 * first, and none stands more than one below the heading before it, so that the outline has no gaps.
 */
function placeHeadings(written: number[], first: number): number[] {
  const used = [...new Set(written)].sort((a, b) => a - b)
  let last = first - 1
  return written.map((level) => {
    last = Math.min(6, first + used.indexOf(level), last + 1)
    return last
  })
}

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
    for (const token of tokens) {
      if (token.type === 'heading_open' || token.type === 'heading_close')
        token.tag = lowerHeading(token.tag, Number(env.firstHeading))
    }
  })
  return parser
}

function lowerHeading(tag: string, firstHeading: number): string {
  return `h${Math.min(6, Number(tag.slice(1)) + firstHeading - 1)}`
}

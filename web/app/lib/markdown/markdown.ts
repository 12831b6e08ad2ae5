import MarkdownIt from 'markdown-it'

/** What links of members may lead to. Relative ones would look like ours. */
const OPEN_SCHEMES = /^(?:https?:\/\/[^/@\\]+(?:[/?#]|$)|mailto:[^\s])/i

const markdown = createMarkdown()

/**
 * Text that members wrote in Markdown, as HTML that may stand in a page: no HTML of theirs, no pictures, links only to the web
 * and to mail, marked as theirs. Headings begin at `h3`, below those of the page.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text)
}

function createMarkdown(): MarkdownIt {
  const parser = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: true })
  // Pictures of other sites would tell them who reads; photos have a place of their own.
  parser.disable('image')
  parser.validateLink = (url) => OPEN_SCHEMES.test(url.trim())
  parser.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
    tokens[index]?.attrSet('rel', 'nofollow ugc noopener')
    return self.renderToken(tokens, index, options)
  }
  parser.core.ruler.push('lower_headings', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = lowerHeading(token.tag)
    }
  })
  return parser
}

function lowerHeading(tag: string): string {
  return `h${Math.min(6, Number(tag.slice(1)) + 2)}`
}

/** A piece of a story: Markdown, or a spot placed between two paragraphs. */
export type StoryPiece = { kind: 'text'; markdown: string } | { kind: 'spot'; spotId: string }

/** Matches a paragraph that is only the address of a spot, bare or as a link, on any host. */
const LONE_SPOT = /^\s{0,3}(?:\[[^\]]*\]\()?<?(?:https?:\/\/[^/\s)]+)?\/spot\/([a-z0-9]+)\/?>?\)?\s*$/i
const FENCE = /^\s{0,3}(?:```|~~~)/

/**
 * Splits a story at its spots. A spot is a line with only its address, such as `/spot/abc` or `[Title](/spot/abc)`,
 * between empty lines. In a code block it stays text.
 */
export function splitStory(body: string): StoryPiece[] {
  const lines = body.split(/\r\n?|\n/)
  const pieces: StoryPiece[] = []
  let text: string[] = []
  let isCode = false
  const endText = () => {
    const markdown = text.join('\n')
    if (markdown.trim()) pieces.push({ kind: 'text', markdown })
    text = []
  }
  lines.forEach((line, index) => {
    if (FENCE.test(line)) isCode = !isCode
    const stands = isBlank(lines[index - 1]) && isBlank(lines[index + 1])
    const spotId = isCode || !stands ? undefined : LONE_SPOT.exec(line)?.[1]
    if (spotId === undefined) text.push(line)
    else {
      endText()
      pieces.push({ kind: 'spot', spotId })
    }
  })
  endText()
  return pieces
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

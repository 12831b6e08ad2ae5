import { MENTION } from '#app/lib/markdown/link-mentions.ts'

/**
 * Plain text whose mentions are isolated. Without isolation, right-to-left text shows the @ behind a Latin name,
 * and a text that begins with a mention takes its direction from the name.
 */
export function TextWithMentions({ text }: { text: string }) {
  let end = 0
  const parts = [...text.matchAll(MENTION)].map(({ 0: mention, index }) => {
    const before = text.slice(end, index)
    end = index + mention.length
    return (
      <span key={index}>
        {before}
        <bdi>{mention}</bdi>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

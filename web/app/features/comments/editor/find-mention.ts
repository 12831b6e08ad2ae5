/** A mention that is being typed: the index of its @, and the letters after it. */
export interface OpenMention {
  at: number
  prefix: string
}

/** Returns the mention that the cursor is in, such as `@jo` in "Ask @jo|". */
export function findMention(text: string, cursor: number): OpenMention | undefined {
  const match = /(?:^|[^\p{L}\p{N}_@/.-])@([\p{L}\p{N}_.-]{0,40})$/u.exec(text.slice(0, cursor))
  const prefix = match?.[1]
  return prefix === undefined ? undefined : { at: cursor - prefix.length - 1, prefix }
}

/** Returns the text with the mention completed, and the new position of the cursor. */
export function completeMention(text: string, { at, prefix }: OpenMention, username: string) {
  const before = `${text.slice(0, at)}@${username} `
  return { text: before + text.slice(at + 1 + prefix.length).replace(/^ /, ''), cursor: before.length }
}

import * as v from 'valibot'

const Line = v.union([
  v.object({ done: v.number(), total: v.number(), doing: v.string() }),
  v.object({ error: v.string() }),
])

/** One line of the progress report. */
export type SeedLine = v.InferOutput<typeof Line>

/** Yields the lines of a response as they arrive, wherever the network splits them. */
export async function* readProgress(body: ReadableStream<Uint8Array>): AsyncGenerator<SeedLine> {
  let rest = ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield v.parse(Line, JSON.parse(line))
  }
}

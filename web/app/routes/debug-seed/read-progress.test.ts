import { expect, test } from 'vitest'
import { readProgress } from './read-progress.ts'

test('reads whole lines, wherever the chunks are cut', async () => {
  const text =
    '{"done":0,"total":2,"doing":"Spots"}\n{"done":2,"total":2,"doing":"Done"}\n{"error":"It broke — here."}\n'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 7, 1000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    )
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    const lines = []
    for await (const line of readProgress(body)) lines.push(line)
    expect(lines).toEqual([
      { done: 0, total: 2, doing: 'Spots' },
      { done: 2, total: 2, doing: 'Done' },
      { error: 'It broke — here.' },
    ])
  }
})

/** The name of a step, and a shorter one for small screens. */
export type Step = { word: string; short?: string }

/** The progress through a few steps: a bar of blocks above the numbered names. */
export function Steps({ label, steps, current }: { label: string; steps: readonly Step[]; current: number }) {
  return (
    <div>
      <div className="scale-bar" aria-hidden="true">
        {steps.map(({ word }, index) => (
          <span key={word} data-state={stateOf(index, current)} />
        ))}
      </div>
      <ol className="steps-label" aria-label={label}>
        {steps.map(({ word, short }, index) => (
          <li key={word} data-state={stateOf(index, current)} aria-current={index === current ? 'step' : undefined}>
            {index + 1} <StepWord word={word} short={short} />
            {index < current && <span className="sr-only">, done</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

function StepWord({ word, short }: { word: string; short: string | undefined }) {
  if (short === undefined) return word
  return (
    <>
      <span className="max-wide:hidden">{word}</span>
      <span className="wide:hidden">{short}</span>
    </>
  )
}

function stateOf(index: number, current: number): 'done' | 'current' | undefined {
  if (index < current) return 'done'
  return index === current ? 'current' : undefined
}

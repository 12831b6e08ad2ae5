/** Where one is on a way of a few steps: a bar of blocks, below it the numbered words. */
export function Steps({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <div>
      <div className="scale-bar" aria-hidden="true">
        {steps.map((step, index) => (
          <span key={step} data-state={stateOf(index, current)} />
        ))}
      </div>
      <ol className="steps-words" aria-label={label}>
        {steps.map((step, index) => (
          <li key={step} data-state={stateOf(index, current)} aria-current={index === current ? 'step' : undefined}>
            {index + 1} {step}
            {index < current && <span className="sr-only">, done</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

function stateOf(index: number, current: number): 'done' | 'current' | undefined {
  if (index < current) return 'done'
  return index === current ? 'current' : undefined
}

/** Longer lists have ten blocks. */
const MAX_BLOCKS = 24

/** The number of spots of a list that the viewer has visited, with one block for each. */
export function BeenBar({ been, total }: { been: number; total: number }) {
  const blocks = total > MAX_BLOCKS ? 10 : total
  const filled = total > MAX_BLOCKS ? Math.floor((been / total) * 10) : been
  return (
    <p className="been-bar">
      <span className="been-blocks" aria-hidden="true">
        {Array.from({ length: blocks }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike
          <span key={index} data-filled={index < filled || undefined} />
        ))}
      </span>
      <span>
        <b>{been}</b> of {total} been
      </span>
    </p>
  )
}

/** A number on a disc, like the numbered marks of a map. */
export function NumberDisc({ number }: { number: number }) {
  return <span className="number-disc">{number}</span>
}

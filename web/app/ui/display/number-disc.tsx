/** A number on the overprint disc, as on the map beside it. */
export function NumberDisc({ number }: { number: number }) {
  return <span className="number-disc">{number}</span>
}

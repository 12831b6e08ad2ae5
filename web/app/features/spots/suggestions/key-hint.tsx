/** The key of a button on the desk of the moderators. */
export function KeyHint({ name }: { name: string }) {
  return (
    <>
      {' '}
      <kbd className="key-hint">{name}</kbd>
    </>
  )
}

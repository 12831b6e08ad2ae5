/** The keyboard shortcut of a button on the moderators' desk. */
export function KeyHint({ name }: { name: string }) {
  return (
    <>
      {' '}
      <kbd className="key-hint">{name}</kbd>
    </>
  )
}

/** The keyboard shortcut of a control. */
export function KeyHint({ name }: { name: string }) {
  return (
    <>
      {' '}
      <kbd className="key-hint">{name}</kbd>
    </>
  )
}

/** The keyboard shortcuts of a part of a page, each with what it does. Not shown on touch screens. */
export function KeyHints({ hints }: { hints: readonly { keys: readonly string[]; words: string }[] }) {
  return (
    <p className="key-hints needs-script">
      {hints.map(({ keys, words }) => (
        <span key={words}>
          {keys.map((key) => (
            <KeyHint key={key} name={key} />
          ))}{' '}
          {words}
        </span>
      ))}
    </p>
  )
}

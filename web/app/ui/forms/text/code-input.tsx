import { type ComponentProps, useState } from 'react'
import './code-input.css'

const length = 6
const cells = Array.from({ length }, (_, index) => index)

/** Six cells drawn behind one real input, so that pasting, autofill and screen readers work. */
export function CodeInput({
  onComplete,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'maxLength'> & {
  onChange?: (code: string) => void
  /** Called when the sixth digit is entered. */
  onComplete?: (code: string) => void
}) {
  const [code, setCode] = useState(String(input.defaultValue ?? ''))
  const handleChange = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, length)
    setCode(digits)
    onChange?.(digits)
    if (digits.length === length && digits !== code) onComplete?.(digits)
  }
  return (
    <div className="code-input">
      {cells.map((index) => (
        <CodeCell
          key={index}
          digit={code[index]}
          current={index === Math.min(code.length, length - 1)}
          gapAfter={index === length / 2 - 1}
        />
      ))}
      <input
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="\s*(\d\s*){6}"
        {...input}
        defaultValue={undefined}
        value={code}
        onChange={(event) => handleChange(event.currentTarget.value)}
      />
    </div>
  )
}

function CodeCell({ digit, current, gapAfter }: { digit: string | undefined; current: boolean; gapAfter: boolean }) {
  return (
    <>
      <span className="code-cell" data-current={current || undefined} aria-hidden="true">
        {digit}
      </span>
      {gapAfter && <span className="code-gap" aria-hidden="true" />}
    </>
  )
}

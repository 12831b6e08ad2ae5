import { type ComponentProps, type CSSProperties, useState } from 'react'
import { toAsciiDigits } from '#app/lib/to-ascii-digits.ts'
import './code-input.css'

/** A cell for each digit drawn behind one real input, so that pasting, autofill and screen readers work. */
export function CodeInput({
  length = 6,
  onComplete,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'maxLength'> & {
  /** The number of digits. */
  length?: number | undefined
  onChange?: (code: string) => void
  /** Called when the last digit is entered. */
  onComplete?: (code: string) => void
}) {
  const [code, setCode] = useState(String(input.defaultValue ?? ''))
  const handleChange = (text: string) => {
    const digits = toAsciiDigits(text).replace(/\D/g, '').slice(0, length)
    setCode(digits)
    onChange?.(digits)
    if (digits.length === length && digits !== code) onComplete?.(digits)
  }
  return (
    <div className="code-input" style={{ '--digits': length } as CSSProperties}>
      {[...Array(length).keys()].map((index) => (
        <CodeCell
          key={index}
          digit={code[index]}
          current={index === Math.min(code.length, length - 1)}
          gapAfter={index === Math.ceil(length / 2) - 1}
        />
      ))}
      <input
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern={`\\s*(\\d\\s*){${length}}`}
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

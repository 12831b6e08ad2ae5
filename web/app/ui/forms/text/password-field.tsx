import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../../buttons/icon-button.tsx'
import { Field, type FieldProps } from '../field.tsx'

/** A labelled password field with a button that shows the password. */
export function PasswordField({
  label,
  hint,
  error,
  check,
  className,
  id,
  ...input
}: Omit<FieldProps, 'counter' | 'optional'> & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, hint, error, check, className, id }}>
      {(control) => (
        <div className="input-frame pe-0!">
          <input {...input} {...control} type={shown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />
          <IconButton
            className="needs-script"
            label={shown ? 'Hide the password' : 'Show the password'}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}

import { href } from 'react-router'
import { AuthForm } from '#app/features/account/auth-form.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'
import { PasswordField } from '#app/ui/password-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Signing in by e-mail address and password. */
export function PasswordStep({ rejection, message }: { rejection: FormRejection | undefined; message?: string }) {
  return (
    <AuthForm
      intent="password"
      title="Log in"
      lead="Good to see you again."
      submitLabel="Log in"
      busyLabel="Logging in"
      rejection={rejection}
      message={message}
      after={
        <p className="auth-after">
          New here? <TextLink to={href('/auth/signup')}>Join Hereabouts</TextLink>
        </p>
      }
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={rejection?.values.email}
        error={rejection?.fieldErrors.email}
        required
      />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={rejection?.fieldErrors.password}
          required
        />
        <p className="auth-hint">
          <TextLink to={{ pathname: href('/auth/login'), search: '?step=forgotten' }}>
            Forgotten your password?
          </TextLink>
        </p>
      </div>
    </AuthForm>
  )
}

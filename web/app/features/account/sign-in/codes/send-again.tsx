import type { ReactNode } from 'react'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'

/** The form that sends a code again. */
export function SendAgain({ fields, children }: { fields: Record<string, string>; children?: ReactNode }) {
  return (
    <PageForm method="post" className="auth-again">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <span>No message after a minute?</span>
      <Button type="submit" variant="bare" size="small" busyLabel="Sending">
        Send it again
      </Button>
    </PageForm>
  )
}
